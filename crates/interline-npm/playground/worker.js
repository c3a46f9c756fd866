// Runs the library outside of the page, which stays responsive however large the documents are.

import { InterlineError, LiveApply, agents, applyPatches, frontmatter, mustache } from "./interline/index.js";
import { changes } from "./changes.js";
import { excerpt } from "./excerpt.js";

/** The diagnostics that are shown. */
const SHOWN = 100;

const problem = ({ severity, code, message, from, to, source, path }, text) => ({
  severity,
  code,
  message,
  where: source ?? path,
  excerpt: from === undefined ? "" : excerpt(text, from, to),
});

function problems(diagnostics, texts) {
  return diagnostics.slice(0, SHOWN).map((found) => problem(found, texts[found.source] ?? texts.text ?? ""));
}

const actions = {
  answer({ document, answer }) {
    const { edits, diagnostics } = applyPatches(document, answer, { boundary: "keep" });
    // Not the text, which may be long.
    return { edits, changes: changes(document, edits), problems: problems(diagnostics, { document, response: answer }) };
  },

  frontmatter({ "frontmatter-text": text, operation, path, value }) {
    const steps = path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    const given = () => {
      try {
        return JSON.parse(value);
      } catch {
        throw new InterlineError({ message: `the value is not JSON: write text in quotes, such as "${value || "text"}"`, code: "invalid-value" });
      }
    };
    const { text: changed, edits } = {
      set: () => frontmatter.set(text, steps, given()),
      remove: () => frontmatter.remove(text, steps),
      rename: () => frontmatter.rename(text, steps, String(given())),
      push: () => frontmatter.push(text, steps, given()),
    }[operation]();
    return { text: changed, changes: changes(text, edits), problems: problems(frontmatter.parse(text).diagnostics, { text }) };
  },

  template({ template, data, strict }) {
    let values;
    try {
      values = JSON.parse(data);
    } catch (error) {
      throw new InterlineError({ message: `the data is not JSON: ${error.message}`, code: "invalid-data" });
    }
    const compiled = mustache.compile(template, { strict });
    const { missing, absentSections, unused } = compiled.check(values);
    const found = [...missing, ...absentSections].map(({ message, line, column }) => ({ severity: "warning", code: "undefined-name", message: `${line}:${column}: ${message}` }));
    for (const name of unused) found.push({ severity: "info", code: "unused", message: `no tag uses \`${name}\`` });
    return { text: compiled.render(values), problems: problems(found, { text: template }) };
  },

  agent({ agent: text, from, to }) {
    const { text: converted, diagnostics } = agents.convert(text, { from: from || undefined, to });
    return { text: converted, problems: problems(diagnostics, { input: text, output: converted }) };
  },
};

/** The number of the stream that runs; a newer one stops it. */
let streaming = 0;

async function stream({ document, answer }, { chunk, pause }, post) {
  streaming += 1;
  const mine = streaming;
  const live = new LiveApply(document, { boundary: "keep" });
  async function* chunks() {
    for (let at = 0; at < answer.length && mine === streaming; at += chunk) {
      yield answer.slice(at, at + chunk);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  let edits = [];
  let last = performance.now();
  for await (const edit of live.stream(chunks())) {
    edits.push(edit);
    // A page draws sixty times in a second.
    if (performance.now() - last < 16) continue;
    post({ edits });
    edits = [];
    last = performance.now();
  }
  post({ edits });
  return mine === streaming ? actions.answer({ document, answer }) : { isStopped: true };
}

/** The fields of the page. */
const fields = {};

self.addEventListener("message", async ({ data: { id, action, changed, more } }) => {
  Object.assign(fields, changed);
  try {
    const post = (message) => self.postMessage({ id, ...message });
    const result = action === "stream" ? await stream(fields, more, post) : actions[action](fields);
    self.postMessage({ id, result });
  } catch (error) {
    const text = { frontmatter: fields["frontmatter-text"], template: fields.template, agent: fields.agent }[action] ?? "";
    const isKnown = error instanceof InterlineError;
    const failed = { severity: "error", code: isKnown ? error.code : "internal", message: error.message, from: error.from, to: error.to };
    self.postMessage({ id, result: { failed: true, problems: [problem(failed, text)] } });
  }
});
self.postMessage({ hasStarted: true });
