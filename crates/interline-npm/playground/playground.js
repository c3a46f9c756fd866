// The page: takes input, asks the worker, shows what it returns.

import { examples } from "./examples.js";
import { TextView } from "./text-view.js";

const $ = (id) => document.getElementById(id);
const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });

/** The length in characters up to which a state goes into a link. */
const MAX_LINK = 32000;

const DIALECTS = {
  claude_code: "Claude Code",
  opencode: "OpenCode",
  copilot: "Copilot",
  gemini: "Gemini CLI",
  cursor: "Cursor",
  codex: "Codex",
  goose: "Goose",
  agent_skills: "Agent Skills",
};

/** The fields of each tab. The worker knows them by the same names. */
const TABS = {
  answer: ["document", "answer"],
  frontmatter: ["frontmatter-text", "operation", "path", "value"],
  template: ["template", "data", "strict"],
  agent: ["agent", "from", "to"],
};

const results = Object.fromEntries(Object.keys(TABS).map((name) => [name, new TextView($(`${name}-result`))]));

for (const id of ["from", "to"]) {
  for (const [value, name] of Object.entries(DIALECTS)) $(id).append(new Option(name, value));
}
$("to").value = "opencode";

let selected = "answer";
let asked = 0;
/** The request that runs, and whether the input has changed since. One at a time, so that a slow one does not queue behind others. */
let running;
let isReady = false;
let isStale = false;
let timer;

/** The fields that have changed since the worker got them. Reading and sending a text of 1 MiB takes a while. */
const dirty = new Set(Object.values(TABS).flat());
/** The document that the worker has. */
let documentText = "";

function ask(action, more = {}) {
  asked += 1;
  running = asked;
  const changed = {};
  for (const id of TABS[selected]) {
    if (dirty.delete(id)) changed[id] = get(id);
  }
  documentText = changed.document ?? documentText;
  worker.postMessage({ id: asked, action, changed, more });
}

function refresh() {
  clearTimeout(timer);
  // A pause between two keys, so that typing in a large document is not interrupted by copying it.
  timer = setTimeout(() => {
    // A message to a worker that is still loading would be lost.
    if (!isReady) return;
    if (running !== undefined) {
      isStale = true;
      return;
    }
    ask(selected);
  }, 60);
}

function element(name, className, text) {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

const applied = (text, edits) => {
  let result = "";
  let done = 0;
  for (const { from, to, insert } of edits) {
    result += text.slice(done, from) + insert;
    done = to;
  }
  return result + text.slice(done);
};

function show({ text, edits, changes, problems, failed, isStopped }) {
  if (isStopped) return;
  results[selected].show(failed ? "" : edits ? applied(documentText, edits) : text);
  const shown = $(`${selected}-changes`);
  shown?.replaceChildren(
    ...(changes ?? []).flatMap(({ line, removed, added }) => [
      element("pre", "at", `line ${line}`),
      ...(removed ? [element("pre", "removed", removed.replace(/^/gm, "- ").replace(/\n- $/, ""))] : []),
      ...(added ? [element("pre", "added", added.replace(/^/gm, "+ ").replace(/\n\+ $/, ""))] : []),
    ]),
  );
  $(`${selected}-problems`).replaceChildren(
    ...problems.map(({ severity, code, message, where, excerpt }) => {
      const item = element("li", "", "");
      item.append(element("span", severity, severity), ` ${where ? `${where}: ` : ""}${message} (${code})`);
      if (excerpt) item.append(element("pre", "", excerpt));
      return item;
    }),
  );
  const count = (number, name) => `${number} ${name}${number === 1 ? "" : "s"}`;
  $("status").textContent = failed
    ? "There is no result: see the diagnostics."
    : [changes && count(changes.length, "change"), count(problems.length, "diagnostic")].filter(Boolean).join(", ");
}

worker.addEventListener("message", ({ data: { id, hasStarted, edits, result } }) => {
  if (hasStarted) {
    isReady = true;
    refresh();
    return;
  }
  if (id !== running) return;
  if (edits) {
    let { text } = results.answer;
    for (const { from, to, insert } of edits) text = text.slice(0, from) + insert + text.slice(to);
    results.answer.show(text);
    return;
  }
  running = undefined;
  $("stream").textContent = "Stream it";
  if (isStale) {
    isStale = false;
    refresh();
  } else {
    show(result);
  }
});
worker.addEventListener("error", (event) => {
  $("status").textContent = `The playground cannot start: ${event.message || "the WebAssembly module cannot be loaded"}`;
});

for (const id of Object.values(TABS).flat()) {
  $(id).addEventListener("input", () => {
    dirty.add(id);
    refresh();
  });
}

$("stream").addEventListener("click", () => {
  clearTimeout(timer);
  isStale = false;
  const { length } = get("answer");
  $("stream").textContent = "Streaming";
  $("status").textContent = "The answer arrives.";
  // About two seconds, whatever its length.
  ask("stream", { chunk: Math.max(2, Math.ceil(length / 120)), pause: 16 });
  results.answer.show(documentText);
});

function select(name, isFocused) {
  selected = name;
  for (const other of Object.keys(TABS)) {
    const tab = $(`tab-${other}`);
    tab.setAttribute("aria-selected", String(other === name));
    tab.tabIndex = other === name ? 0 : -1;
    $(`panel-${other}`).hidden = other !== name;
  }
  if (isFocused) $(`tab-${name}`).focus();
  running = undefined;
  refresh();
}

const names = Object.keys(TABS);
for (const name of names) {
  $(`tab-${name}`).addEventListener("click", () => select(name));
  $(`tab-${name}`).addEventListener("keydown", (event) => {
    const at = names.indexOf(name);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    select(names[(next + names.length) % names.length], true);
  });
}

const get = (id) => ($(id).type === "checkbox" ? $(id).checked : $(id).value);
function put(id, value) {
  if ($(id).type === "checkbox") $(id).checked = Boolean(value);
  else $(id).value = String(value);
  dirty.add(id);
}

$("link").addEventListener("click", async () => {
  const state = { tab: selected };
  for (const id of TABS[selected]) state[id] = get(id);
  const fragment = encodeURIComponent(JSON.stringify(state));
  if (fragment.length > MAX_LINK) {
    $("status").textContent = "The texts are too long for a link.";
    return;
  }
  history.replaceState(null, "", `#${fragment}`);
  try {
    await navigator.clipboard.writeText(location.href);
    $("status").textContent = "The link is copied.";
  } catch {
    $("status").textContent = "The link is in the address bar.";
  }
});

function restore() {
  for (const [id, value] of Object.entries(examples)) put(id, value);
  try {
    const { tab, ...state } = JSON.parse(decodeURIComponent(location.hash.slice(1)));
    if (!TABS[tab]) return;
    for (const id of TABS[tab]) if (id in state) put(id, state[id]);
    select(tab);
  } catch {
    // Not a state: the examples stay.
  }
}
restore();
