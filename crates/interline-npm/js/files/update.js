// Reading, changing and replacing a file as one step, by the rules of `interline-files`: a Rust program and a Node program that write the
// same file lose no text of each other.

import { closeSync, fsyncSync, lstatSync, openSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { invalidArgument } from "../error.js";
import { wellFormed } from "../text.js";
import { conflict, diagnostic, fileError, notWritten } from "./error.js";
import { LockedFile, NOT_LOCKED, takeTurn } from "./locked-file.js";
import { readComplete } from "./read-complete.js";
import { keep, Temporary } from "./temporary.js";
import { pause, Wait } from "./wait.js";

/** The number of attempts of one call. An attempt fails when a program without a lock writes the file meanwhile. */
const ATTEMPTS = 32;
/** The milliseconds for which a file that existed may be missing: some editors rename the old file away first. */
const MISSING = 100;

const DEFAULTS = { wait: 10000, hardLinks: "refuse", syncDirectory: false, maxBytes: Infinity };

function settings(options) {
  for (const name of Object.keys(options ?? {})) {
    if (!Object.hasOwn(DEFAULTS, name)) throw invalidArgument(`unknown option \`${name}\`: expected one of ${Object.keys(DEFAULTS).join(", ")}`);
  }
  const given = { ...DEFAULTS, ...options };
  if (!["refuse", "split"].includes(given.hardLinks)) throw invalidArgument("`hardLinks` is neither `refuse` nor `split`");
  return given;
}

/** Returns the text of bytes that are UTF-8; a byte order mark stays. */
export function textOf(path, bytes) {
  const decode = (part, stream) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(part, { stream });
  try {
    return decode(bytes, false);
  } catch {
    // The longest prefix that is valid, by halving.
    let [valid, invalid] = [0, bytes.length];
    while (invalid - valid > 1) {
      const middle = (valid + invalid) >>> 1;
      try {
        decode(bytes.subarray(0, middle), true);
        valid = middle;
      } catch {
        invalid = middle;
      }
    }
    const before = decode(bytes.subarray(0, valid), true);
    const start = before.lastIndexOf("\n") + 1;
    const location = { line: before.split("\n").length, column: [...before.slice(start)].length + 1, from: before.length, to: before.length };
    throw fileError(path, "invalid-utf8", "invalid UTF-8; save the file as UTF-8", undefined, location);
  }
}

export async function update(path, compute, options) {
  const given = settings(options);
  const wait = new Wait(given.wait);
  const end = await takeTurn(path, wait);
  try {
    return await attempts(path, compute, given, wait);
  } finally {
    end();
  }
}

async function attempts(path, compute, options, wait) {
  const diagnostics = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const file = await open(path, wait, attempt === 0);
    try {
      const { bytes, stat } = await readComplete(file, options.maxBytes);
      const old = textOf(path, bytes);
      const text = await compute(old);
      if (text === undefined || text === null || text === old) return { text: old, isWritten: false, diagnostics };
      wellFormed(text, "the new text");
      const step = { file, path, options, stat, old: bytes };
      const { isWritten, reported } = await write(step, Buffer.from(text));
      diagnostics.push(...reported);
      if (isWritten) return { text, isWritten, diagnostics };
    } finally {
      file.close();
    }
    await pause(1);
  }
  throw conflict(path);
}

/** Opens and locks the file. After the first attempt the file existed, and may be missing for an instant. */
async function open(path, wait, isFirst) {
  const missing = new Wait(MISSING);
  for (;;) {
    try {
      return await LockedFile.lock(path, wait);
    } catch (error) {
      if (isFirst || error.code !== "not-found") throw error;
      if (missing.isOver) throw conflict(path);
      await pause(1);
    }
  }
}

const isSameId = (a, b) => a.dev === b.dev && a.ino === b.ino;
const hasSameRights = (a, b) => a.mode === b.mode && a.uid === b.uid && a.gid === b.gid && a.nlink === b.nlink;

/** Makes one attempt to replace the file. */
async function write({ file, path, options, old }, content) {
  const reported = [];
  const overtaken = { isWritten: false, reported };
  if (!file.isAtPath()) return overtaken;
  const stat = file.stat();
  if (stat.nlink > 1n) {
    if (options.hardLinks === "refuse") {
      const text = `has ${stat.nlink} hard links, and is not replaced; allow \`hardLinks: "split"\` to change it under this name`;
      throw fileError(path, "hard-linked", text);
    }
    reported.push(
      diagnostic("warning", "hard-link-split", `the file has ${stat.nlink} hard links: the other names keep the old text; link them again if they are the same document`),
    );
  }
  const { temporary, reported: lost } = await create(path, file, stat, content);
  try {
    // As late as possible. A text that replaces the file between this comparison and the renaming is lost; the Rust crates exchange the two
    // files instead, for which Node has no call.
    if (!file.isAtPath() || !file.read().equals(old) || !hasSameRights(file.stat(), stat)) return overtaken;
    try {
      renameSync(temporary.path, file.canonical);
    } catch (error) {
      throw notWritten(path, error);
    }
  } finally {
    // After the renaming nothing has this name.
    temporary.remove();
  }
  // A program that had opened the old file may have written there meanwhile.
  if (!file.read().equals(old)) {
    reported.push(...(await giveBack(file, path, temporary)));
    return overtaken;
  }
  reported.push(...lost);
  if (options.syncDirectory) syncDirectory(dirname(file.canonical), reported);
  if (!file.isLocked) reported.push(NOT_LOCKED);
  return { isWritten: true, reported };
}

async function create(path, file, stat, content) {
  try {
    return await Temporary.create(file.canonical, stat, content);
  } catch (error) {
    throw notWritten(path, error);
  }
}

function isAt(path, id) {
  try {
    return isSameId(lstatSync(path, { bigint: true }), id);
  } catch {
    return false;
  }
}

/** Gives the path a text that another program wrote into the old file while it was replaced. Returns what is to be reported. */
async function giveBack(file, path, ours) {
  const { bytes } = await readComplete(file, Infinity);
  const { temporary } = await create(path, file, file.stat(), bytes);
  if (isAt(file.canonical, ours.id)) {
    renameSync(temporary.path, file.canonical);
    return [];
  }
  const kept = keep(temporary, file.canonical);
  return [
    diagnostic(
      "warning",
      "text-kept",
      `another program wrote the file twice while it was replaced; its earlier text is in \`${kept}\`; compare the two, then remove that file`,
    ),
  ];
}

function syncDirectory(directory, reported) {
  let fd;
  try {
    fd = openSync(directory, "r");
    fsyncSync(fd);
  } catch (error) {
    reported.push(
      diagnostic("warning", "directory-not-synced", `the directory could not be synchronised: ${error.message}; check the file after a loss of power`),
    );
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
