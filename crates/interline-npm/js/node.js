import { conflict } from "./files/error.js";
import { LockedFile } from "./files/locked-file.js";
import { readComplete } from "./files/read-complete.js";
import { textOf, update } from "./files/update.js";
import * as frontmatter from "./frontmatter.js";
import { applyPatches, setComponent as setComponentOf } from "./patches.js";

export { update };

/** Reads a file once it is complete. */
export async function read(path, { maxBytes = Infinity } = {}) {
  const file = LockedFile.open(path);
  try {
    return textOf(path, (await readComplete(file, maxBytes)).bytes);
  } finally {
    file.close();
  }
}

export function replace(path, expected, text, options) {
  return update(
    path,
    (found) => {
      if (found !== expected) throw conflict(path);
      return text;
    },
    options,
  );
}

/** Runs `change` for the text that is in the file, and returns its result with that of the replacement. */
async function changed(path, change, options) {
  let result;
  const { isWritten, diagnostics } = await update(
    path,
    (text) => {
      result = change(text);
      return result.text;
    },
    options,
  );
  return { ...result, isWritten, fileDiagnostics: diagnostics };
}

export const applyToFile = (path, response, options, fileOptions) =>
  changed(path, (text) => applyPatches(text, response, options), fileOptions);

export const setComponent = (path, name, content, options, fileOptions) =>
  changed(path, (text) => setComponentOf(text, name, content, options), fileOptions);

export const setFrontmatter = (path, key, value, fileOptions) => changed(path, (text) => frontmatter.set(text, key, value), fileOptions);
