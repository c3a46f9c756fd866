// A file that is open, locked, and still the one at its path.
//
// The lock is the one that the Rust crates use: `flock`, exclusive, on the file itself. Node has no such call. The command `flock` of
// util-linux gets the open file as a file descriptor; the lock belongs to the opening, which this process shares, and so it stays after
// the command has ended, until this process closes the file or ends.

import { spawn } from "node:child_process";
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync, statSync } from "node:fs";
import { diagnostic, fileError, systemError } from "./error.js";
import { Wait } from "./wait.js";

/** The exit status of `flock` when the time is over. */
const BUSY = 75;

/** Returns `locked`, `busy`, or `unsupported` where the command or the file system has no locks. */
function lock(fd, milliseconds) {
  const args = ["-x", "-E", String(BUSY), "-w", String(milliseconds / 1000), "3"];
  return new Promise((resolve) => {
    const child = spawn("flock", args, { stdio: ["ignore", "ignore", "ignore", fd] });
    child.once("error", () => resolve("unsupported"));
    child.once("exit", (status) => resolve(status === 0 ? "locked" : status === BUSY ? "busy" : "unsupported"));
  });
}

export const NOT_LOCKED = diagnostic(
  "info",
  "not-guarded",
  "the command `flock` or the file system has no locks, so that a text that another program writes in the instant before the replacement is lost; let one program at a time write the file",
);

const isSame = (a, b) => a.dev === b.dev && a.ino === b.ino;

export class LockedFile {
  constructor(path, canonical, fd) {
    this.path = path;
    this.canonical = canonical;
    this.fd = fd;
    this.id = fstatSync(fd, { bigint: true });
    this.isLocked = false;
  }

  /** Opens a file without waiting for what it may be: a pipe would block. */
  static open(path) {
    let fd;
    try {
      const canonical = realpathSync(path);
      const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_NOCTTY = 0 } = constants;
      if (!lstatSync(canonical).isFile()) throw fileError(path, "not-a-file", "expected a regular file");
      fd = openSync(canonical, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
      const file = new LockedFile(path, canonical, fd);
      if (!file.id.isFile()) throw fileError(path, "not-a-file", "expected a regular file");
      return file;
    } catch (error) {
      if (fd !== undefined) closeSync(fd);
      throw error.code && error.syscall ? systemError(path, error) : error;
    }
  }

  /** Opens and locks a file. When the path leads to another file after the wait, that one is opened and locked. */
  static async lock(path, wait) {
    for (;;) {
      const file = LockedFile.open(path);
      try {
        const asked = await lock(file.fd, wait.remaining);
        if (asked === "unsupported") return file;
        file.isLocked = asked === "locked";
        if (file.isLocked && file.isAtPath()) return file;
      } catch (error) {
        file.close();
        throw error;
      }
      file.close();
      if (wait.isOver) throw lockedError(path, wait);
    }
  }

  /** Returns whether the path, and the path without symlinks that it had, still lead to this file. */
  isAtPath() {
    try {
      const found = lstatSync(this.canonical, { bigint: true });
      return found.isFile() && isSame(found, this.id) && isSame(statSync(this.path, { bigint: true }), this.id);
    } catch {
      return false;
    }
  }

  stat() {
    return fstatSync(this.fd, { bigint: true });
  }

  /** Reads the whole content. */
  read(limit = Infinity) {
    const chunks = [];
    let length = 0;
    for (;;) {
      const chunk = Buffer.allocUnsafe(64 * 1024);
      const count = readSync(this.fd, chunk, 0, chunk.length, length);
      if (count === 0) return Buffer.concat(chunks, length);
      chunks.push(chunk.subarray(0, count));
      length += count;
      if (length > limit) {
        throw fileError(this.path, "file-too-large", `larger than ${limit} bytes; make the file smaller or raise the limit`);
      }
    }
  }

  /** Closes the file, which releases its lock. */
  close() {
    closeSync(this.fd);
  }
}

export function lockedError(path, wait) {
  const milliseconds = Math.round(wait.elapsed);
  return fileError(path, "locked", `locked by another program for ${milliseconds} ms; let that program finish, or wait longer`);
}

/** The last call of this process for each file. Calls wait for each other here, so that they do not crowd at the lock of the system. */
const turns = new Map();

/** Waits for the calls of this process for the same file. Returns the function that ends the turn. */
export async function takeTurn(path, wait) {
  let key = path;
  try {
    key = realpathSync(path);
  } catch {
    // The opening reports it.
  }
  const before = turns.get(key) ?? Promise.resolve();
  let end;
  const mine = new Promise((resolve) => {
    end = resolve;
  });
  const turn = before.then(() => mine);
  turns.set(key, turn);
  turn.then(() => turns.get(key) === turn && turns.delete(key));
  let timer;
  const isOver = new Promise((resolve) => {
    timer = setTimeout(resolve, wait.remaining, true);
  });
  const timedOut = await Promise.race([before, isOver]);
  clearTimeout(timer);
  if (timedOut === true) {
    end();
    throw lockedError(path, wait);
  }
  return end;
}

export { Wait };
