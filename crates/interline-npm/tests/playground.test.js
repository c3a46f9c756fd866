// The parts of the playground that need no page.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { applyEdits } from "interline";
import { changes } from "../playground/changes.js";
import { excerpt } from "../playground/excerpt.js";

test("changes rebuild the text", () => {
  const piece = fc.constantFrom("a", "b", "\n", "🎉");
  const edit = fc.record({ gap: fc.nat(4), length: fc.nat(4), insert: fc.constantFrom("", "x", "y\n", "\nz") });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), fc.array(edit, { maxLength: 6 }), (pieces, wanted) => {
      const text = pieces.join("");
      const edits = [];
      let at = 0;
      for (const { gap, length, insert } of wanted) {
        const from = at + gap;
        const to = Math.min(text.length, from + length);
        if (from > text.length) break;
        edits.push({ from, to, insert });
        at = to + 1;
      }
      const lines = text.split("\n");
      let [rebuilt, done] = ["", 0];
      for (const { line, removed, added } of changes(text, edits)) {
        const from = lines.slice(0, line - 1).reduce((sum, found) => sum + found.length + 1, 0);
        assert.equal(text.slice(from, from + removed.length), removed);
        assert.ok(from >= done);
        rebuilt += text.slice(done, from) + added;
        done = from + removed.length;
      }
      assert.equal(rebuilt + text.slice(done), applyEdits(text, edits));
    }),
    { numRuns: 2000 },
  );
});

test("carets are below the location", () => {
  assert.equal(excerpt("a\nbcd\ne", 3, 5), "bcd\n ^^");
  assert.equal(excerpt("\n🎉 x", 4, 5), "🎉 x\n  ^");
  assert.equal(excerpt("", 0, 0), "");
  assert.equal(excerpt("ab\ncd", 1, 5), "ab\n ^");
  const [line, carets] = excerpt(`${"x".repeat(100)}!${"y".repeat(100)}`, 100, 101).split("\n");
  assert.equal(line[carets.length - 1], "!");
  assert.ok(line.startsWith("…") && line.endsWith("…"));
});
