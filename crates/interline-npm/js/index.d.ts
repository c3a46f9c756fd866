/** An edit: replaces the UTF-16 code units `from..to` by `insert`. A CodeMirror change has the same fields. */
export interface Edit { from: number; to: number; insert: string }

export interface Related { message: string; from: number; to: number; line: number; column: number }

/** A problem. Offsets are UTF-16 code units; lines count from 1, columns count characters from 1, as in messages. */
export interface Diagnostic {
  severity: "info" | "warning" | "error";
  code: string;
  message: string;
  /** The text that it is about, where there are several. */
  source?: "document" | "response" | "config" | "input" | "output";
  from: number;
  to: number;
  line: number;
  column: number;
  related?: Related[];
}

/** An error. The fields of a location are absent for an error that has none. */
export class InterlineError extends Error {
  readonly code: string;
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;
  readonly from?: number;
  readonly to?: number;
}

export type Mode = "replace" | "append" | "prepend";

export interface ResponseOptions {
  unterminated?: "as_text" | "apply" | "drop";
  fenceRecovery?: "recover" | "strict";
  wholeFence?: "unwrap" | "keep";
  fenced?: "report" | "apply";
}

export interface ApplyOptions extends ResponseOptions {
  modes?: Record<string, Mode>;
  /** The text of a `components.toml`. */
  config?: string;
  unmatched?: "route" | "discard";
  invalidContent?: "repair" | "reject";
  boundary?: "refresh" | "keep" | "ignore";
  /** The id of a new boundary, or `random`. Default: derived from document and response. */
  boundaryId?: string;
  summary?: string;
  prefix?: "keep" | "verbatim";
  nearNames?: "report" | "accept";
  replay?: "apply" | "skip";
  markers?: [opener: string, closer: string];
}

export interface Outcome {
  part: "patch" | "text";
  index: number;
  status: "applied" | "superseded" | "rejected" | "already_present" | "discarded";
  component: string | null;
  mode: Mode | null;
  routed: boolean;
  repaired: boolean;
}

export interface Applied {
  text: string;
  /** Edits of the document, sorted and apart. */
  edits: Edit[];
  outcomes: Outcome[];
  diagnostics: Diagnostic[];
  boundary: string | null;
}

/** Applies a response to a document. Linear. */
export function applyPatches(document: string, response: string, options?: ApplyOptions): Applied;
/** Sets the content of one component. A missing component is a diagnostic at error level, and nothing changes. */
export function setComponent(document: string, name: string, content: string, options?: ApplyOptions): Applied;

export type Attributes = Array<[key: string, value: string | null]>;

export interface ParsedResponse {
  patches: Array<{ name: string; attributes: Attributes; content: string; from: number; to: number }>;
  text: Array<{ text: string; from: number; to: number }>;
  diagnostics: Diagnostic[];
}
/** Parses a response into patches and the text between them. */
export function parseResponse(response: string, options?: ResponseOptions): ParsedResponse;

export interface Component {
  name: string;
  attributes: Attributes;
  content: string;
  line: number;
  parent: number | null;
  inline: boolean;
  from: number;
  to: number;
  contentFrom: number;
  contentTo: number;
}
/** Lists the components of a document. */
export function components(
  document: string,
  options?: { markers?: [opener: string, closer: string]; fenceRecovery?: "recover" | "strict" },
): { components: Component[]; diagnostics: Diagnostic[] };

export type ResponseEvent =
  | { type: "opened"; name: string; attributes: Attributes; from: number; to: number }
  | { type: "content"; text: string }
  | { type: "closed"; from: number; to: number }
  | { type: "unterminated"; name: string; from: number; to: number }
  | { type: "text"; text: string }
  | { type: "byte-order-mark"; from: number; to: number }
  | { type: "diagnostic"; diagnostic: Diagnostic };

/** Parses a response while it arrives. */
export class ResponseParser {
  push(chunk: string): ResponseEvent[];
  finish(): ResponseEvent[];
  /** The name of the patch that is open. */
  readonly openPatch: string | undefined;
}

export type Chunk = string | Uint8Array;
export type Chunks = AsyncIterable<Chunk> | Iterable<Chunk> | ReadableStream<Chunk>;

/** Turns a response into edits of a document while it arrives. Each edit is for the document as the edits before left it. */
export class LiveApply {
  constructor(document: string, options?: ApplyOptions);
  push(chunk: string): Edit[];
  finish(): { edits: Edit[]; applied: Applied };
  /** The result, after the end. */
  readonly result: Applied | undefined;
  /** Reads the chunks to their end and yields the edits. */
  stream(chunks: Chunks): AsyncGenerator<Edit, void, void>;
}

/** Applies edits of one text, sorted and apart. */
export function applyEdits(text: string, edits: readonly Edit[]): string;

export interface Edited { text: string; edits: Edit[] }

export namespace frontmatter {
  type Path = string | ReadonlyArray<string | number>;
  interface Parsed {
    data: Record<string, unknown>;
    body: string;
    bodyFrom: number;
    hasFrontmatter: boolean;
    diagnostics: Diagnostic[];
  }
  /** Parses the frontmatter. Integers that a number cannot hold are a `bigint`. */
  function parse(text: string, options?: { format?: "yaml" | "toml" }): Parsed;
  function values(text: string, options?: { format?: "yaml" | "toml" }): Record<string, unknown>;
  function get(text: string, path: Path): unknown;
  /** Sets one node. Every other byte stays. A `Date` is written without quotes. */
  function set(text: string, path: Path, value: unknown): Edited;
  function remove(text: string, path: Path): Edited;
  function rename(text: string, path: Path, name: string): Edited;
  function push(text: string, path: Path, value: unknown): Edited;
  function insert(text: string, path: Path, index: number, value: unknown): Edited;
  /** Sets several keys, and removes those that are `undefined`: all or none. */
  function merge(text: string, data: Record<string, unknown>): Edited;
  /** Writes a document. */
  function write(data: Record<string, unknown>, body?: string): string;
}

export namespace mustache {
  interface Options {
    name?: string;
    /** Sources by name, or a function that returns one. */
    partials?: Record<string, string> | ((name: string) => string | undefined | null);
    missing?: "empty" | "error" | "keep";
    sections?: "lenient" | "strict";
    /** Undefined names and absent sections are errors. */
    strict?: boolean;
    escape?: "html" | "none" | ((text: string) => string);
    limits?: { outputBytes?: number; steps?: number; partialDepth?: number; sectionDepth?: number };
  }
  interface Missing {
    name: string;
    kind: string;
    message: string;
    near: string | null;
    path: string | null;
    line: number;
    column: number;
  }
  /** A function in the data. What it returns is output; `render` renders with the scopes of the section. */
  type Lambda = (source: string, render: (text: string) => string) => string | number | boolean | bigint | undefined | null;
  class Template {
    constructor(source: string, options?: Options);
    render(data?: unknown): string;
    /** Renders with layers of data, from the outermost to the innermost. */
    renderLayers(...layers: Array<Record<string, unknown>>): string;
    check(data?: unknown): { missing: Missing[]; absentSections: Missing[]; unknownPartials: Missing[]; unused: string[] };
    names(): Array<{ name: string; kind: string; dynamic: boolean; line: number; column: number }>;
  }
  function compile(source: string, options?: Options): Template;
  function render(source: string, data?: unknown, options?: Options): string;
}

export namespace agents {
  type Kind = "agent" | "skill" | "command" | "rule";
  interface Options { path?: string; dialect?: string; kind?: Kind; strict?: boolean }
  interface Agent {
    name: string;
    description: string | null;
    model: string | null;
    effort: string | null;
    tools: string[];
    toolPolicy: unknown;
    extras: unknown;
    body: string;
    diagnostics: Diagnostic[];
  }
  function parse(text: string, options?: Options): Agent;
  /** Checks the file by the rules of a tool. */
  function check(text: string, options?: Options): Diagnostic[];
  function convert(
    text: string,
    options: { to: string; from?: string; kind?: Kind; path?: string; keepTools?: boolean },
  ): { text: string; diagnostics: Diagnostic[] };
  /** Makes YAML of a header that is not. */
  function repair(text: string, options?: Options): Edited;
}

export namespace prompts {
  interface Argument { name: string; description: string | null; default: string | null }
  interface Prompt { name: string; description: string; arguments: Argument[]; body: string; diagnostics: Diagnostic[] }
  function parse(text: string, options?: { path?: string }): Prompt;
  function expand(text: string, values?: Record<string, string>, options?: { path?: string }): { text: string; unused: string[] };
  function list(prompts: Iterable<[name: string, text: string]>): {
    prompts: Array<{ name: string; description?: string; arguments: Array<{ name: string; description?: string; required: boolean }> }>;
    listing: string;
    problems: Array<{ message: string; code: string; path?: string; line?: number; column?: number }>;
  };
}
