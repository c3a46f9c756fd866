// The case files of the crates give the same through JavaScript.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { InterlineError, LiveApply, applyPatches, frontmatter, mustache } from "interline";

const crates = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const directory = (crate) => path.join(crates, crate, "tests/cases");

const SIMPLE = { n: "\n", r: "\r", t: "\t", 0: "\0" };
// The text that is repeated may have braces of its own, in pairs.
const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]+)\}|\{(\d+)\*((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}|(.))/gsu;

/** Returns a text with the escapes of Rust. */
const unescape = (text) =>
  text.replace(ESCAPE, (_, byte, code, count, repeated, simple) => {
    if (byte || code) return String.fromCodePoint(parseInt(byte || code, 16));
    return count ? repeated.repeat(Number(count)) : (SIMPLE[simple] ?? simple);
  });
const isQuoted = (value) => value.length > 1 && value.startsWith('"') && value.endsWith('"');
const rust = (value) => (isQuoted(value) ? unescape(value.slice(1, -1)) : value);

/** Returns the cases of a file whose fields are below headings. */
function read(crate, file, unquote) {
  const cases = [];
  for (const line of readFileSync(path.join(directory(crate), file), "utf8").split("\n")) {
    if (line.startsWith("### ")) cases.push({ name: `${file}: ${line.slice(4)}`, fields: {} });
    else if (line.startsWith("    ")) {
      const [, name, value] = /^\s*([^:]*):(.*)$/s.exec(line);
      cases.at(-1).fields[name.trim()] ??= unquote(value.trim());
    }
  }
  assert.ok(cases.length > 0);
  return cases;
}

/** Runs an action, and returns the error that it throws or `undefined`. */
function failure(action) {
  try {
    action();
  } catch (error) {
    assert.ok(error instanceof InterlineError, String(error));
    assert.notEqual(error.code, "internal", error.message);
    return error;
  }
  return undefined;
}

/** Wide numbers are strings in the files; infinite floats are null. */
function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (value !== null && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "number" && !Number.isFinite(value)) return null;
  return value;
}

test("reading", () => {
  for (const { name, fields } of read("interline-frontmatter", "reading.md", rust)) {
    const error = failure(() => {
      const { data, body } = frontmatter.parse(fields.text);
      assert.equal(fields.error, undefined, name);
      assert.deepEqual(plain(data), JSON.parse(fields.json.replace("\\u{2028}", "\u2028").replace("\\u{85}", "\x85")), name);
      if (fields.body !== undefined) assert.equal(body, fields.body, name);
    });
    assert.equal(error?.message, fields.error, name);
  }
});

test("errors of reading", () => {
  for (const { name, fields } of read("interline-frontmatter", "errors.md", rust)) {
    assert.equal(failure(() => frontmatter.parse(fields.text))?.message, fields.error, name);
  }
});

const CHANGES = {
  set: (text) => frontmatter.set(text, "session", "new-id"),
  hard: (text) => frontmatter.set(text, "session", "no: # 'q' \"d\""),
  add: (text) => frontmatter.set(text, "added", "v"),
  remove: (text) => frontmatter.remove(text, "session"),
  rename: (text) => frontmatter.rename(text, "session", "renamed"),
};
const FRAMES = ["---\n{}---\nbody\n", "---\n{}---", "\ufeff---\t\r\n{}---  \r\n\r\n\r\nsession: x\r\n---\r\n"];

test("edits of frontmatter", () => {
  for (const { name, fields } of read("interline-frontmatter", "edit.md", rust)) {
    for (const frame of FRAMES) {
      const text = frame.replace("{}", () => fields.block);
      for (const [change, run] of Object.entries(CHANGES)) {
        const expected = fields[change];
        const error = failure(() => {
          const { text: found } = run(text);
          assert.equal(found, frame.replace("{}", () => expected), `${name}: ${change}`);
        });
        // The frontmatter is read as a whole before it is edited, which has a reason of its own to refuse a key that is given twice.
        if (error?.code === "duplicate-key") assert.match(expected, /^refused: /, `${name}: ${change}`);
        else if (error) assert.equal(`refused: ${error.message}`, expected, `${name}: ${change}`);
      }
    }
  }
});

/** Returns whether a JSON text has numbers that JavaScript writes otherwise, such as `2.0`. */
const hasOtherNumbers = (text) =>
  [...text.replace(/"(?:[^"\\]|\\.)*"/g, "").matchAll(/-?\d[\d.eE+-]*/g)].some(([number]) => String(Number(number)) !== number);

/** Fields with settings that the package does not have, or that are about what it does not show. */
const UNKNOWN = ["limits", "chain", "names", "places"];

test("templates", () => {
  let count = 0;
  for (const file of readdirSync(directory("interline-mustache-context"))) {
    for (const { name, fields } of read("interline-mustache-context", file, rust)) {
      if (UNKNOWN.some((field) => field in fields) || fields.escape === "json" || JSON.stringify(fields).includes("λ")) continue;
      if (hasOtherNumbers(fields.data ?? "")) continue;
      count += 1;
      const options = {
        partials: JSON.parse(fields.partials ?? "{}"),
        escape: fields.escape ?? "none",
        missing: fields.missing ?? "empty",
        sections: fields.sections ?? "lenient",
        ...(fields.name && { name: fields.name }),
      };
      const error = failure(() => {
        const compiled = mustache.compile(fields.template, options);
        const data = JSON.parse(fields.data ?? "{}");
        const found = compiled.render(data);
        assert.equal(found, fields.out, name);
        // From the second render on JavaScript renders plain data.
        assert.equal(compiled.render(data), found, name);
        if (data !== null && typeof data === "object" && !Array.isArray(data)) assert.equal(compiled.renderLayers(data), found, name);
      });
      assert.equal(error?.message, fields.error, name);
      if (!error) continue;
      assert.ok(error.line > 0, name);
      const again = failure(() => {
        const compiled = mustache.compile(fields.template, options);
        failure(() => compiled.render(JSON.parse(fields.data ?? "{}")));
        compiled.render(JSON.parse(fields.data ?? "{}"));
      });
      assert.equal(again.message, fields.error, name);
    }
  }
  assert.ok(count > 100, `${count} cases`);
});

/** Yields the cases of a file whose fields are in code blocks. */
function* blocks(file) {
  let defaults = {};
  const text = readFileSync(path.join(directory("interline-patch-template"), file), "utf8");
  for (const match of text.matchAll(/^```(case|defaults)\n(.*?)^```$/gms)) {
    const fields = {};
    for (const line of match[2].split("\n").slice(0, -1)) {
      const at = line.indexOf(" ");
      const [key, value] = at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + 1)];
      (fields[key] ??= []).push(unescape(value));
    }
    if (match[1] === "defaults") defaults = fields;
    else if (fields.document && fields.response) yield { name: `${file}:${text.slice(0, match.index).split("\n").length}`, fields: { ...defaults, ...fields } };
  }
}

const OPTIONS = {
  boundary: "boundary",
  unmatched: "unmatched",
  invalid_content: "invalidContent",
  near: "nearNames",
  prefix: "prefix",
  replay: "replay",
  summary: "summary",
  unterminated: "unterminated",
  fence_recovery: "fenceRecovery",
  whole_fence: "wholeFence",
  fenced: "fenced",
};

/** Returns the options of a case. */
function optionsOf(fields) {
  const options = {};
  for (const [field, name] of Object.entries(OPTIONS)) if (fields[field]) [options[name]] = fields[field];
  if (fields.id && fields.id[0] !== "derived") [options.boundaryId] = fields.id;
  if (fields.mode) options.modes = Object.fromEntries(fields.mode.map((value) => value.split(" ")));
  if (fields.config) {
    const lines = fields.config.flatMap((value) => {
      const [name, ...settings] = value.split(" ");
      return [`[${JSON.stringify(name)}]`, ...settings.map((one) => one.replace(/=(.*)$/s, (_, word) => ` = ${JSON.stringify(word)}`))];
    });
    options.config = `${lines.join("\n")}\n`;
  }
  return options;
}

test("applying, at once and in chunks", () => {
  let count = 0;
  for (const file of readdirSync(directory("interline-patch-template"))) {
    for (const { name, fields } of blocks(file)) {
      if (fields.id?.[0] === "random") continue;
      count += 1;
      const [document] = fields.document;
      const [response] = fields.response;
      const options = optionsOf(fields);
      const applied = applyPatches(document, response, options);
      assert.equal(applied.text, fields.unchanged ? document : fields.result[0], name);
      const live = new LiveApply(document, options);
      let text = document;
      const make = ({ from, to, insert }) => {
        text = text.slice(0, from) + insert + text.slice(to);
      };
      live.push(response.slice(0, 5)).forEach(make);
      live.push(response.slice(5)).forEach(make);
      const { edits, applied: whole } = live.finish();
      edits.forEach(make);
      assert.equal(text, applied.text, name);
      assert.deepEqual(whole, applied, name);
    }
  }
  assert.ok(count > 100, `${count} cases`);
});
