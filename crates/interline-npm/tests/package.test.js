import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { InterlineError, LiveApply, ResponseParser, agents, applyEdits, applyPatches, components, frontmatter, mustache, parseResponse, prompts, setComponent } from "interline";
import { call } from "../dist/instance.js";

const document = "🎉\n<!-- agent:status -->\n- build: unknown\n<!-- /agent:status -->\n";
const answer = "<!-- patch:status -->\n- build: green 🟢\n<!-- /patch:status -->\n";

const thrown = (action) => {
  try {
    action();
  } catch (error) {
    assert.ok(error instanceof InterlineError, String(error));
    return error;
  }
  return assert.fail("nothing was thrown");
};

test("applies a response", () => {
  const applied = applyPatches(document, answer, { boundary: "keep" });
  assert.equal(applied.text, document.replace("unknown", "green 🟢"));
  assert.deepEqual(applied.diagnostics, []);
  assert.equal(applied.outcomes[0].status, "applied");
});

test("keeps half of a character in a document", () => {
  const odd = `\ud83d${document}`;
  assert.equal(applyPatches(odd, answer, { boundary: "keep" }).text, odd.replace("unknown", "green 🟢"));
  assert.equal(thrown(() => applyPatches(document, "\ud83d")).code, "lone-surrogate");
  assert.equal(thrown(() => parseResponse("\ud83d")).code, "lone-surrogate");
});

test("reports locations in code units", () => {
  const { diagnostics } = applyPatches(document, `🎉🎉 <!-- patch:status -->\nx\n`);
  const found = diagnostics.find(({ code }) => code === "unclosed-patch");
  assert.equal(found.source, "response");
  assert.deepEqual([found.from, found.line, found.column], [5, 1, 4]);
});

test("refuses unknown options", () => {
  const error = thrown(() => applyPatches(document, answer, { bondary: "keep" }));
  assert.equal(error.code, "invalid-argument");
  assert.match(error.message, /unknown field `bondary`/);
});

test("sets and lists components", () => {
  assert.equal(setComponent(document, "status", "- new\n").text, document.replace("build: unknown", "new"));
  const missing = setComponent(document, "statsu", "x");
  assert.equal(missing.text, document);
  assert.match(missing.diagnostics[0].message, /did you mean `status`\?$/);
  const [component] = components(document).components;
  assert.equal(document.slice(component.contentFrom, component.contentTo), "- build: unknown\n");
});

test("streams to the result of applying at once, however the response is cut", async () => {
  const options = { boundary: "keep" };
  const exchange = "🎉\n<!-- agent:exchange -->\nHi\n<!-- /agent:exchange -->\n";
  const unit = fc.constantFrom("a", " ", "\n", "🟢", "é", "<!-- patch:exchange -->\n", "<!-- /patch:exchange -->\n", "```\n");
  await fc.assert(
    fc.asyncProperty(fc.array(unit, { maxLength: 12 }), fc.integer({ min: 1, max: 7 }), async (parts, size) => {
      const response = parts.join("");
      const live = new LiveApply(exchange, options);
      let text = exchange;
      const chunks = [];
      for (let at = 0; at < response.length; at += size) chunks.push(response.slice(at, at + size));
      for await (const { from, to, insert } of live.stream(chunks)) text = text.slice(0, from) + insert + text.slice(to);
      assert.equal(text, applyPatches(exchange, response, options).text);
      assert.equal(live.result.text, text);
    }),
  );
});

test("streams bytes from a ReadableStream", async () => {
  const bytes = new TextEncoder().encode(answer);
  const stream = new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const live = new LiveApply(document, { boundary: "keep" });
  for await (const edit of live.stream(stream)) assert.ok(edit.from <= edit.to);
  assert.equal(live.result.text, document.replace("unknown", "green 🟢"));
  assert.match(thrown(() => live.push("x")).message, /the response has ended/);
});

test("parses a response while it arrives", () => {
  const parser = new ResponseParser();
  const events = [...`🎉\n${answer}`].flatMap((character) => parser.push(character)).concat(parser.finish());
  const opened = events.find(({ type }) => type === "opened");
  assert.deepEqual([opened.name, opened.from], ["status", 3]);
  const content = events.filter(({ type }) => type === "content").map(({ text }) => text).join("");
  assert.equal(content, parseResponse(answer).patches[0].content);
});

test("edits frontmatter and keeps everything else", () => {
  const text = "---\nauthor:\n  name: Bob # first\nid: 12345678901234567890\nnan: .nan\n---\n🎉\n";
  const { text: changed, edits } = frontmatter.set(text, ["author", "name"], "Ada");
  assert.equal(changed, text.replace("Bob", "Ada"));
  assert.equal(applyEdits(text, edits), changed);
  const { data, body } = frontmatter.parse(text);
  assert.deepEqual(data, { author: { name: "Bob" }, id: 12345678901234567890n, nan: NaN });
  assert.equal(body, "🎉\n");
  assert.equal(frontmatter.get(text, ["author", "name"]), "Bob");
  assert.equal(frontmatter.get(text, "constructor"), undefined);
  assert.equal(frontmatter.remove(text, "author").text, text.replace("author:\n  name: Bob # first\n", ""));
  assert.equal(frontmatter.rename(text, "id", "key").text, text.replace("id:", "key:"));
  assert.equal(frontmatter.set("---\na: 1\n---\n", "day", new Date("2026-11-28")).text, "---\na: 1\nday: 2026-11-28\n---\n");
  const dates = { at: new Date(0), all: [new Date(1)] };
  assert.equal(frontmatter.write(dates, "x\n"), "---\nat: 1970-01-01\nall:\n  - 1970-01-01T00:00:00.001Z\n---\nx\n");
  const nested = frontmatter.set("---\n🎉: 🎉\n---\n", "🎉", dates);
  assert.equal(nested.text, "---\n🎉:\n  at: 1970-01-01\n  all:\n    - 1970-01-01T00:00:00.001Z\n---\n");
  assert.equal(applyEdits("---\n🎉: 🎉\n---\n", nested.edits), nested.text);
  assert.equal(frontmatter.merge("---\na: 1\nb: 2\n---\n", { a: undefined, b: [1] }).text, "---\nb:\n  - 1\n---\n");
  assert.equal(frontmatter.write({ a: 1 }, "x\n"), "---\na: 1\n---\nx\n");
});

test("errors have a location", () => {
  const error = thrown(() => frontmatter.parse("---\n🎉: 1\n🎉: 2\n---\n"));
  assert.deepEqual([error.code, error.line, error.column, error.from], ["duplicate-key", 3, 1, 10]);
  const template = thrown(() => mustache.render("🎉\n {{#a}}", {}, { name: "t" }));
  assert.deepEqual([template.code, template.path, template.line, template.column], ["unclosed-section", "t", 2, 2]);
});

test("refuses values that JSON would drop", () => {
  assert.equal(frontmatter.set("---\na: 1\n---\n", "a", -0).text, "---\na: -0.0\n---\n");
  for (const value of [NaN, () => 1, Symbol("x"), new Map(), undefined, "\ud83d"]) {
    thrown(() => frontmatter.set("", "a", { b: [value] }));
  }
  const circle = {};
  circle.circle = circle;
  thrown(() => frontmatter.set("", "a", circle));
});

test("renders templates", () => {
  const template = mustache.compile("{{#people}}{{name}}{{>sep}}{{/people}}", { partials: { sep: ";" } });
  assert.equal(template.render({ people: [{ name: "A&B" }, { name: "C" }] }), "A&amp;B;C;");
  assert.equal(mustache.compile("{{a}}{{b}}").renderLayers({ a: 1, b: 2 }, { b: 3 }), "13");
  const error = thrown(() => mustache.render("{{nmae}}", { name: "x" }, { strict: true }));
  assert.equal(error.code, "undefined-name");
  assert.match(error.message, /did you mean `name`\?/);
  assert.deepEqual(template.names().map(({ name }) => name), ["people", "name", "sep"]);
  assert.equal(mustache.compile("{{a}}").check({ b: 1 }).missing[0].name, "a");
});

test("converts agents", () => {
  const text = "---\nname: reader\ndescription: Use when: asked\ntools: Read, Grep\n---\nYou read.\n";
  const agent = agents.parse(text);
  assert.deepEqual([agent.name, agent.description, agent.tools], ["reader", "Use when: asked", ["Read", "Grep"]]);
  assert.equal(agent.diagnostics[0].code, "repaired-value");
  assert.match(agents.convert(text, { to: "gemini" }).text, /- read_file/);
  assert.match(agents.repair(text).text, /description: "Use when: asked"/);
  assert.match(thrown(() => agents.convert(text, { to: "gemni" })).message, /unknown dialect `gemni`/);
});

test("expands and lists prompts", () => {
  const text = "---\nname: greet\ndescription: Greets.\narguments: who, tone=kind\n---\n\nGreet {{who}}, be {{tone}}.\n";
  assert.equal(prompts.expand(text, { who: "{{tone}}" }).text, "Greet {{tone}}, be kind.\n");
  assert.equal(thrown(() => prompts.expand(text)).code, "missing-argument");
  assert.equal(prompts.list([["greet", text]]).listing, "- greet: Greets. [who, tone]");
  assert.equal(prompts.parse(text).body, "Greet {{who}}, be {{tone}}.\n");
});

test("functions in the data", () => {
  const seen = [];
  const data = {
    name: "A&B",
    bold(source, render) {
      seen.push(source);
      return `<b>${render(source)}</b>`;
    },
    now: () => "1 < 2",
    people: [{ shout: (source, render) => render(source).toUpperCase(), name: "ada" }],
    nothing: () => undefined,
  };
  assert.equal(mustache.render("{{#bold}}{{name}}{{/bold}} {{now}} {{{now}}}{{nothing}}", data), "<b>A&amp;B</b> 1 &lt; 2 1 < 2");
  assert.equal(mustache.render("{{#people}}{{#shout}}hi {{name}}{{/shout}}{{/people}}", data), "HI ADA");
  assert.equal(mustache.compile("{{#bold}}{{x}}{{/bold}}").renderLayers(data, { x: 1 }), "<b>1</b>");
  assert.deepEqual(seen, ["{{name}}", "{{x}}"]);
});

test("errors of functions are the cause of the error of the render", () => {
  const mine = new TypeError("mine");
  const fails = () => {
    throw mine;
  };
  const error = thrown(() => mustache.render("a\n{{#f}}x{{/f}}", { f: fails }));
  assert.deepEqual([error.code, error.line, error.cause], ["lambda", 2, mine]);
  assert.match(error.message, /mine/);
  assert.equal(thrown(() => mustache.render("{{>p}}", {}, { partials: fails })).cause, mine);
  assert.equal(thrown(() => mustache.render("{{a}}", { a: 1 }, { escape: fails })).cause, mine);
  const inner = thrown(() => mustache.render("{{#f}}{{/f}}", { f: (_, render) => render("{{#open}}") }));
  assert.equal(inner.code, "unclosed-section");
  assert.equal(thrown(() => mustache.render("{{f}}", { f: () => "\ud83d" })).cause.code, "lone-surrogate");
  assert.equal(thrown(() => mustache.render("{{f}}", { f: () => ({}) })).cause.code, "invalid-argument");
  let kept;
  mustache.render("{{#f}}{{/f}}", { f: (_, render) => (kept = render) && "" });
  assert.throws(() => kept("x"));
  assert.equal(mustache.render("{{a}}", { a: 1 }), "1");
});

test("partials and escaping by functions", () => {
  const asked = [];
  const partials = (name) => {
    asked.push(name);
    return name === "a" ? "[{{x}}]" : undefined;
  };
  assert.equal(mustache.render("{{>a}}{{>b}}", { x: "<" }, { partials, escape: (text) => `~${text}~` }), "[~<~]");
  assert.deepEqual(asked, ["a", "b"]);
  assert.equal(mustache.compile("{{>a}}", { partials }).check({}).missing[0].name, "x");
});

/** Traps: the memory of the module has no such address. */
const trap = () => call((module) => module.Compiled.prototype.render.call({ __wbg_ptr: 0x7ffffff0 }, "{}"));

test("a trap does not escape, and the next call works", () => {
  const template = mustache.compile("{{a}}");
  const live = new LiveApply(document, { boundary: "keep" });
  const error = thrown(trap);
  assert.equal(error.code, "internal");
  assert.ok(error.cause instanceof WebAssembly.RuntimeError, String(error.cause));
  assert.equal(applyPatches(document, answer, { boundary: "keep" }).text, document.replace("unknown", "green 🟢"));
  // A template is compiled again; the state of a stream is lost.
  assert.equal(template.render({ a: 1 }), "1");
  assert.equal(thrown(() => live.push("x")).code, "internal");
});

test("a trap inside of a function does not escape either", () => {
  const caught = thrown(() =>
    mustache.render("{{f}}", {
      f: () => {
        assert.equal(thrown(trap).code, "internal");
        return "went on";
      },
    }),
  );
  assert.equal(caught.code, "internal");
  let error = thrown(function deep() {
    return mustache.render("{{#f}}x{{/f}}", { f: deep });
  });
  while (error.cause) error = error.cause;
  assert.equal(error.code, "limit-exceeded");
  assert.equal(mustache.render("{{a}}", { a: 1 }), "1");
});

test("half of a character in a stream is refused", async () => {
  const parser = new ResponseParser();
  assert.equal(thrown(() => parser.push("a\ud83db")).code, "lone-surrogate");
  assert.equal(thrown(() => parser.push("\udfe2")).code, "lone-surrogate");
  // Nothing of a refused chunk is kept, and the halves of a character join.
  const events = [...parser.push("\ud83d"), ...parser.push("\udfe2\n"), ...parser.finish()];
  assert.equal(events.map(({ text }) => text).join(""), "🟢\n");
  const live = new LiveApply(document);
  live.push("x\ud83d");
  assert.equal(thrown(() => live.finish()).code, "lone-surrogate");
  assert.match(live.finish().applied.text, /x/);
  await assert.rejects(async () => {
    for await (const edit of new LiveApply(document).stream([Uint8Array.of(0xf0, 0x9f)])) assert.ok(edit);
  }, { code: "invalid-utf8" });
  await assert.rejects(async () => {
    for await (const edit of new LiveApply(document).stream([Uint8Array.of(0xff)])) assert.ok(edit);
  }, { code: "invalid-utf8" });
});

test("edits rebuild the text for any characters", () => {
  const unit = fc.constantFrom("a", "é", "🟢", "\ud83d", "\udfe2", "\n", "<!-- agent:x -->\n", "<!-- /agent:x -->\n");
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 20 }), (parts) => {
      const text = parts.join("");
      const applied = applyPatches(text, "<!-- patch:x -->\nnew\n<!-- /patch:x -->\n");
      assert.equal(applyEdits(text, applied.edits), applied.text);
      // Outside of the edits nothing changes, halves of characters included.
      let at = 0;
      for (const { from, to } of applied.edits) {
        assert.ok(at <= from && from <= to && to <= text.length);
        at = to;
      }
    }),
  );
});
