// Reading a file that another program may be writing, by the rules of `interline-files`.

import { conflict } from "./error.js";
import { pause, Wait } from "./wait.js";

/** The milliseconds for which an empty file must have been unchanged: editors truncate a file and write it a moment later. */
const EMPTY = 100;
/** The same for a file whose last change is a write: more may follow. */
const WRITTEN = 5;
/** The time to wait for a file that is written again and again, and for one that is truncated again and again. */
const RESTLESS = 20;
const TRUNCATED = 2000;

const key = (stat) => `${stat.size} ${stat.mtimeNs}`;

/** A write sets both times of a file, a renaming only that of the change. */
const endsWithAWrite = (stat) => stat.mtimeNs === stat.ctimeNs;

/** Reads a file once it is complete. Returns its bytes and its metadata at that time. */
export async function readComplete(file, maxBytes) {
  const begin = new Wait(0);
  let since = { state: undefined, wait: begin };
  for (;;) {
    const before = file.stat();
    const bytes = file.read(maxBytes);
    const stat = file.stat();
    const state = key(stat);
    const isSteady = key(before) === state && BigInt(bytes.length) === stat.size;
    const [needed, limit] =
      bytes.length === 0 ? [EMPTY, TRUNCATED] : endsWithAWrite(stat) || !isSteady ? [WRITTEN, RESTLESS] : [0, RESTLESS];
    if (since.state !== state) since = { state, wait: new Wait(0) };
    const unchanged = Math.max(Date.now() - Number(stat.mtimeNs / 1000000n), since.wait.elapsed);
    if (isSteady && unchanged >= needed) return { bytes, stat };
    if (begin.elapsed >= limit) {
      if (bytes.length === 0) throw conflict(file.path);
      return { bytes, stat };
    }
    await pause(1);
  }
}
