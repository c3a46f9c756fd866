// Properties: offsets are those of JavaScript strings, any input gives a result or an `InterlineError`, and the two ways to render agree.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { InterlineError, LiveApply, ResponseParser, agents, applyEdits, applyPatches, components, frontmatter, mustache, parseResponse, prompts, setComponent } from "interline";
import matter from "interline/compat/gray-matter";
import Mustache from "interline/compat/mustache";

/** Runs an action, and returns what it returns; `undefined` for an error that the package reports. Anything else is a fault. */
function known(action) {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof InterlineError)) throw error;
    assert.notEqual(error.code, "internal", error.message);
    return undefined;
  }
}

const part = fc.constantFrom("🟢", "é", "a", "\u2028", "\r\n", "\n", "\ufeff", "\0", "---\n", "key: ", "- ", "{{", "}}", "#", "/", "<!-- agent:a -->\n", "<!-- /agent:a -->\n", "<!-- patch:a -->\n", "<!-- /patch:a -->\n", "```\n", "'", '"', "\t");
const text = fc.array(fc.oneof({ weight: 6, arbitrary: part }, { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }) }), { maxLength: 30 }).map((parts) => parts.join(""));

/** Checks that spans are in a text and in order. */
function within(list, length) {
  for (const { from, to } of list) assert.ok(0 <= from && from <= to && to <= length, `${from}..${to} of ${length}`);
}

test("locations are code units of the text that they are about", () => {
  fc.assert(
    fc.property(text, text, (document, response) => {
      const { diagnostics, edits } = applyPatches(document, response);
      within(diagnostics.filter(({ source }) => source === "document"), document.length);
      within(diagnostics.filter(({ source }) => source === "response"), response.length);
      within(edits, document.length);
      for (const { from, line, column, source } of diagnostics) {
        const before = (source === "document" ? document : response).slice(0, from);
        // Half of a character would be one more.
        assert.ok(before.isWellFormed());
        const start = before.lastIndexOf("\n") + 1;
        assert.deepEqual([line, column], [before.split("\n").length, [...before.slice(start)].length + 1]);
      }
      for (const component of components(document).components) {
        assert.equal(document.slice(component.from).startsWith("<!--"), true);
        within([component, { from: component.contentFrom, to: component.contentTo }], document.length);
      }
      const parsed = parseResponse(response);
      within([...parsed.patches, ...parsed.text, ...parsed.diagnostics], response.length);
    }),
    { numRuns: 300 },
  );
});

test("frontmatter is edited at code units, and nothing else changes", () => {
  const scalar = fc.oneof(fc.constantFrom("🟢", "a: b", "- x", "'", "", "null", "1.10", "é 🎉", "\u2028", "x\ny"), fc.integer(), fc.boolean());
  fc.assert(
    fc.property(fc.array(scalar, { minLength: 1, maxLength: 5 }), scalar, text, (values, value, body) => {
      const document = frontmatter.write(Object.fromEntries(values.map((item, index) => [`🎉${index}`, item])), body);
      const { text: changed, edits } = frontmatter.set(document, "🎉0", value);
      assert.equal(applyEdits(document, edits), changed);
      const read = frontmatter.parse(changed);
      assert.deepEqual(Object.values(read.data), [value, ...values.slice(1)]);
      assert.equal(read.body, frontmatter.parse(document).body);
      assert.equal(changed.slice(read.bodyFrom), read.body);
    }),
    { numRuns: 300 },
  );
});

test("strings of any length reach the module whole", () => {
  // Long strings are passed in another way than short ones.
  const piece = fc.oneof({ weight: 4, arbitrary: fc.constant("a") }, fc.constantFrom("é", "ࠀ", "🟢", "\0", "\x7f", "\x80"));
  const long = fc.array(piece, { minLength: 90, maxLength: 110 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(fc.oneof(long, fc.nat(300).map((length) => "a".repeat(length))), (text) => {
      const written = frontmatter.write({ text }, text);
      assert.equal(frontmatter.values(written).text, text);
      assert.equal(frontmatter.parse(written).body, text);
    }),
    { numRuns: 300 },
  );
});

test("hostile texts give a result or an error of the package", () => {
  const path = fc.array(fc.oneof(text, fc.nat(3)), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(text, text, path, fc.anything(), (a, b, steps, value) => {
      known(() => applyPatches(a, b, { config: b, unmatched: "discard" }));
      known(() => setComponent(a, b, b));
      known(() => frontmatter.parse(a));
      known(() => frontmatter.parse(a, { format: "toml" }));
      known(() => frontmatter.set(a, steps, value));
      known(() => frontmatter.remove(a, steps));
      known(() => frontmatter.insert(a, steps, 0, b));
      known(() => frontmatter.merge(a, { [b]: value }));
      known(() => frontmatter.write({ [b]: value }, a));
      known(() => mustache.render(a, { a: value, [b]: value }, { partials: { a: b } }));
      known(() => mustache.compile(a).check({ [b]: b }));
      known(() => agents.parse(a));
      known(() => agents.repair(a));
      known(() => agents.convert(a, { to: "gemini" }));
      known(() => prompts.expand(a, { a: b }));
      known(() => prompts.list([[b, a]]));
      known(() => matter(a));
      known(() => Mustache.render(a, { a: b }, { a: b }));
      const live = new LiveApply(a);
      known(() => live.push(b));
      known(() => live.finish());
      const parser = new ResponseParser();
      known(() => parser.push(b));
      known(() => parser.finish());
    }),
    { numRuns: 100 },
  );
  assert.equal(mustache.render("{{a}}", { a: 1 }), "1");
});

test("arguments of other types are refused", () => {
  for (const wrong of [undefined, null, 1, {}, [], Symbol("x"), () => "x"]) {
    for (const call of [
      () => applyPatches(wrong, ""),
      () => applyPatches("", wrong),
      () => parseResponse(wrong),
      () => frontmatter.parse(wrong),
      () => frontmatter.set(wrong, "a", 1),
      () => mustache.render(wrong),
      () => agents.parse(wrong),
      () => prompts.parse(wrong),
      () => new LiveApply(wrong),
      () => new ResponseParser().push(wrong),
    ]) {
      assert.throws(call, InterlineError);
    }
  }
});

/** A template over the names `a` and `b`. */
const template = fc
  .array(fc.constantFrom("{{a}}", "{{{a}}}", "{{b.a}}", "{{.}}", "{{#a}}", "{{/a}}", "{{^b}}x{{/b}}", "{{#b}}{{a}}{{/b}}", "text\n", "🎉", "{{>p}}"), { maxLength: 10 })
  .map((parts) => {
    const joined = parts.join("");
    return joined.split("{{#a}}").length === joined.split("{{/a}}").length ? joined : parts.filter((found) => !/^\{\{[#/]a/.test(found)).join("");
  });
const data = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: "small" }, fc.string(), fc.double(), fc.integer(), fc.boolean(), fc.constant(null), fc.constant("<&>\"'"), fc.array(tie("value"), { maxLength: 3 }), fc.record({ a: tie("value"), b: tie("value") }), fc.record({ b: tie("value"), a: tie("value") })),
})).value;

test("plain data renders as data with functions does, which is written by other code", () => {
  fc.assert(
    fc.property(template, data, data, (source, a, b) => {
      const compiled = known(() => mustache.compile(source, { partials: { p: "({{a}})" } }));
      if (!compiled) return;
      const [plain, exact] = [{}, { unused: () => "" }].map((more) => known(() => compiled.render({ a, b, ...more })));
      // The whole data has one key more.
      if (!source.includes("{{.}}")) assert.equal(plain, exact);
    }),
    { numRuns: 500 },
  );
});

/** A template of sections that are closed, and data with its names, so that most renders find something. */
const nested = fc.letrec((tie) => ({
  nodes: fc.array(
    fc.oneof(
      fc.constantFrom("{{a}}", "{{{b}}}", "{{&a}}", "{{.}}", "{{a.b}}", "{{b.a.b}}", "{{a.length}}", "{{a.value}}", "{{value}}", "{{toString}}", "{{__proto__.a}}", "{{index}}{{#last}}.{{/last}}", "text\n"),
      fc.tuple(fc.constantFrom("#a", "^a", "#b", "^b", "#a.b", "#.", "#first", "#length", "^toString"), tie("nodes")).map(([tag, nodes]) => `{{${tag}}}${nodes}{{/${tag.slice(1)}}}`),
    ),
    { maxLength: 4, depthSize: "small" },
  ).map((nodes) => nodes.join("")),
})).nodes;
const settings = fc.record({
  escape: fc.constantFrom("html", "none"),
  missing: fc.constantFrom("empty", "keep", "error"),
  sections: fc.constantFrom("lenient", "strict"),
  strict: fc.boolean(),
}, { requiredKeys: [] });

test("the second render, which is done in JavaScript, is the same as the first", () => {
  let count = 0;
  fc.assert(
    fc.property(nested, data, data, settings, (source, a, b, options) => {
      const compiled = known(() => mustache.compile(source, options));
      if (!compiled) return;
      const run = () => {
        try {
          return compiled.render({ a, b });
        } catch (error) {
          if (!(error instanceof InterlineError)) throw error;
          return { message: error.message, from: error.from };
        }
      };
      const first = run();
      count += typeof first === "string" ? 1 : 0;
      assert.deepEqual(run(), first);
    }),
    { numRuns: 3000 },
  );
  assert.ok(count > 500, `${count} renders`);
});

test("deep sections and much output are left to the module", () => {
  const deep = mustache.compile(`${"{{^no}}".repeat(5000)}x${"{{/no}}".repeat(5000)}`);
  assert.equal(deep.render({}), "x");
  assert.equal(deep.render({}), "x");
  const list = Array.from({ length: 1000 }, () => 0);
  const much = mustache.compile("{{#a}}{{#b}}{{#c}}{{text}}{{/c}}{{/b}}{{/a}}");
  for (let time = 0; time < 2; time += 1) {
    assert.throws(() => much.render({ a: list, b: list, c: list, text: "x".repeat(1000) }), { code: "limit-exceeded" });
  }
});

test("numbers keep their last digit", () => {
  fc.assert(
    fc.property(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.constantFrom(1e21, 1e-7, 5e-324, 1.5e300, 2 ** 53, -(2 ** 63))), (number) => {
      if (Object.is(number, -0)) return;
      assert.equal(Number(mustache.render("{{a}}", { a: number })), number);
      assert.equal(Number(frontmatter.get(frontmatter.set("---\na: 0\n---\n", "a", number).text, "a")), number);
    }),
    { numRuns: 500 },
  );
});
