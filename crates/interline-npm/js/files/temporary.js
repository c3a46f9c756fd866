// The new text, in a temporary file beside the one that it replaces.

import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { accessSync, closeSync, constants, fchmodSync, fchownSync, fstatSync, fsyncSync, linkSync, openSync, unlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { diagnostic } from "./error.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const SUFFIX = 6;
/** The bits by which a program runs as the owner or group of its file. */
const SET_ID = 0o6000;

const suffix = () => Array.from({ length: SUFFIX }, () => LETTERS[randomInt(LETTERS.length)]).join("");

export class Temporary {
  /** Creates a file with a content in the directory of another one, with its attributes, owner and mode. Returns the losses too. */
  static async create(file, old, content) {
    if ((Number(old.mode) & 0o222) === 0) throw new Error("it is read-only; make it writable");
    const temporary = new Temporary(file);
    try {
      writeFileSync(temporary.fd, content);
      const reported = await temporary.#takeOver(file, old);
      fsyncSync(temporary.fd);
      return { temporary, reported };
    } catch (error) {
      temporary.remove();
      throw error;
    } finally {
      closeSync(temporary.fd);
    }
  }

  constructor(file) {
    for (;;) {
      this.path = join(dirname(file), `.interline-${suffix()}`);
      try {
        this.fd = openSync(this.path, "wx", 0o600);
        this.id = fstatSync(this.fd, { bigint: true });
        return;
      } catch (error) {
        if (error.code === "EACCES" || error.code === "EPERM") {
          throw new Error("no file may be created in its directory; let this user write there, since a file is replaced by a new one", { cause: error });
        }
        if (error.code !== "EEXIST") throw error;
      }
    }
  }

  async #takeOver(file, old) {
    const reported = [];
    // Before the owner, since a user may not set attributes of a file that they gave away.
    const lost = await copyAttributes(file, this.path);
    if (lost) reported.push(lost);
    const mode = this.#keepOwner(file, old, reported);
    // Last, since a change of owner removes bits. The group bits of a file with an access control list are a limit, and not the rights of
    // the group: where the list may be lost, the group gets no more than all others.
    fchmodSync(this.fd, lost ? mode & ~(0o070 & ~((mode & 0o007) << 3)) : mode);
    return reported;
  }

  /** Returns the mode bits for the owner and group that the new file has. No user gets a right that they did not have. */
  #keepOwner(file, old, reported) {
    const mode = Number(old.mode) & 0o7777;
    const [uid, gid] = [Number(old.uid), Number(old.gid)];
    const own = fstatSync(this.fd);
    if (own.uid === uid && own.gid === gid) return mode;
    const give = (user, group) => {
      try {
        fchownSync(this.fd, user, group);
        return true;
      } catch (error) {
        if (error.code === "EPERM") return false;
        throw error;
      }
    };
    if (give(uid, gid)) return mode;
    accessSync(file, constants.W_OK);
    const keepsGroup = own.gid === gid || give(own.uid, gid);
    reported.push(
      diagnostic("warning", "owner-not-kept", `the file belonged to user ${uid} and group ${gid}, which could not be kept; give it back if that matters`),
    );
    const others = mode & 0o007;
    return ((keepsGroup ? mode : (mode & ~0o070) | (others << 3)) & ~SET_ID) >>> 0;
  }

  remove() {
    try {
      unlinkSync(this.path);
    } catch {
      // It has taken the name of the file, or is gone.
    }
  }
}

/** Copies extended attributes and access control lists, which Node cannot read. Returns a diagnostic where that fails. */
function copyAttributes(from, to) {
  if (process.platform !== "linux") return undefined;
  return new Promise((resolve) => {
    let message = "";
    const child = spawn("cp", ["--attributes-only", "--preserve=mode,xattr", "-T", "--", from, to], { stdio: ["ignore", "ignore", "pipe"] });
    child.stderr.on("data", (text) => {
      message += text;
    });
    const lost = (reason) =>
      diagnostic("warning", "attributes-not-kept", `attributes of the file were not kept: ${reason}; set them again if they matter`);
    child.once("error", (error) => resolve(lost(error.message)));
    child.once("close", (status) => resolve(status === 0 ? undefined : lost(message.trim().split("\n")[0] || `cp ended with ${status}`)));
  });
}

/** Keeps a temporary file beside a file, under a name that no loader reads as a document. Returns its path. */
export function keep(temporary, file) {
  const kept = join(dirname(file), `${basename(file)}.kept-${suffix()}`);
  try {
    linkSync(temporary.path, kept);
    unlinkSync(temporary.path);
    return kept;
  } catch {
    return temporary.path;
  }
}
