import type { Applied, ApplyOptions, Diagnostic, Edited, frontmatter } from "./index.js";

export interface FileOptions {
  /** The milliseconds for which another program may hold its lock. Default: 10,000. */
  wait?: number;
  /** Whether a file with several names is left alone, or replaced under the name that is given. Default: `refuse`. */
  hardLinks?: "refuse" | "split";
  /** Whether the directory is synchronised too, so that the new text survives a loss of power. */
  syncDirectory?: boolean;
  /** The size in bytes above which a file is not read. */
  maxBytes?: number;
}

export interface Updated {
  /** The text of the file after the call. */
  text: string;
  isWritten: boolean;
  /** Reports attributes that could not be kept, and locks that the file system does not have. */
  diagnostics: Diagnostic[];
}

/** Reads a file once no program is writing it. */
export function read(path: string, options?: { maxBytes?: number }): Promise<string>;

/**
 * Reads a file and replaces its text by that which `compute` returns, in one step for all callers of this function and of the crates:
 * none loses the text of another. When `compute` returns `undefined` or the same text, nothing is written. When a program without a
 * lock writes the file meanwhile, `compute` is called again with the new text.
 */
export function update(
  path: string,
  compute: (text: string) => string | undefined | null | Promise<string | undefined | null>,
  options?: FileOptions,
): Promise<Updated>;

/** Replaces the text `expected` of a file. Another text there is an error with the code `conflict`. */
export function replace(path: string, expected: string, text: string, options?: FileOptions): Promise<Updated>;

export type Changed<T> = T & { isWritten: boolean; fileDiagnostics: Diagnostic[] };

/** Applies a response to the document in a file. */
export function applyToFile(path: string, response: string, options?: ApplyOptions, fileOptions?: FileOptions): Promise<Changed<Applied>>;
/** Sets the content of one component of the document in a file. */
export function setComponent(
  path: string,
  name: string,
  content: string,
  options?: ApplyOptions,
  fileOptions?: FileOptions,
): Promise<Changed<Applied>>;
/** Sets one node of the frontmatter of a file. */
export function setFrontmatter(path: string, key: frontmatter.Path, value: unknown, fileOptions?: FileOptions): Promise<Changed<Edited>>;
