// The examples: the hook and the MCP server as processes, the extension over the part of the interface of VS Code that it uses.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const examples = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../examples");
const directory = mkdtempSync(path.join(tmpdir(), "interline-examples-"));
after(() => rmSync(directory, { recursive: true }));

test("the hook reports problems of an agent file", () => {
  const agents = path.join(directory, ".claude/agents");
  mkdirSync(agents, { recursive: true });
  const check = (name, text) => {
    const file = path.join(agents, name);
    if (text !== undefined) writeFileSync(file, text);
    const input = JSON.stringify({ tool_name: "Write", tool_input: { file_path: file } });
    return spawnSync(process.execPath, [path.join(examples, "hook/check-agent-file.mjs")], { input, encoding: "utf8" });
  };
  const good = check("reader.md", "---\nname: reader\ndescription: Reads.\n---\nYou read.\n");
  assert.deepEqual([good.status, good.stderr], [0, ""]);
  const bad = check("bad.md", "---\nname: reader\ndescription: Use when: asked\n---\nYou read.\n");
  assert.equal(bad.status, 2);
  assert.match(bad.stderr, /bad\.md:3:22: warning: .*\(repaired-value\)/);
  const missing = check("none.md");
  assert.equal(missing.status, 2);
  assert.match(missing.stderr, /not found; check the path/);
});

test("the MCP server", async () => {
  writeFileSync(path.join(directory, "plan.md"), "---\nowner: Ada # now\n---\n<!-- agent:status -->\n- build: unknown\n<!-- /agent:status -->\n");
  mkdirSync(path.join(directory, "prompts"));
  writeFileSync(path.join(directory, "prompts/greet.md"), "---\nname: greet\ndescription: Greets.\narguments: who\n---\nGreet {{who}}.\n");
  const server = spawn(process.execPath, [path.join(examples, "mcp-server/server.mjs"), directory], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  let id = 0;
  const ask = async (method, params) => {
    id += 1;
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    const reply = JSON.parse((await lines.next()).value);
    assert.equal(reply.id, id);
    return reply;
  };
  const use = async (name, given) => (await ask("tools/call", { name, arguments: given })).result;

  assert.equal((await ask("initialize", { protocolVersion: "2025-06-18" })).result.protocolVersion, "2025-06-18");
  server.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  const { tools } = (await ask("tools/list")).result;
  assert.deepEqual(tools.map(({ name }) => name), ["list_components", "apply_answer", "set_frontmatter"]);
  const listed = await use("list_components", { path: "plan.md" });
  assert.deepEqual(JSON.parse(listed.content[0].text), [{ name: "status", line: 4, content: "- build: unknown\n" }]);
  const applied = await use("apply_answer", { path: "plan.md", answer: "<!-- patch:status -->\n- build: green\n<!-- /patch:status -->\n" });
  assert.match(applied.content[0].text, /^written/);
  await use("set_frontmatter", { path: "plan.md", key: ["owner"], value: "Grace" });
  const text = readFileSync(path.join(directory, "plan.md"), "utf8");
  assert.match(text, /^---\nowner: Grace # now\n---\n<!-- agent:status -->\n- build: green\n/);
  const refused = await use("apply_answer", { path: "../plan.md", answer: "x" });
  assert.deepEqual([refused.isError, refused.content[0].text], [true, "../plan.md is outside of the directory"]);
  assert.equal((await ask("prompts/list")).result.prompts[0].name, "greet");
  const prompt = await ask("prompts/get", { name: "greet", arguments: { who: "Ada" } });
  assert.equal(prompt.result.messages[0].content.text, "Greet Ada.\n");
  assert.equal((await ask("nonsense")).error.code, -32601);
  server.stdin.end();
  assert.equal(await new Promise((resolve) => server.once("exit", resolve)), 0);
});

test("the extension edits a TextDocument", async () => {
  const problems = new Map();
  let run;
  let clipboard;
  let document;
  const vscode = {
    DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2 },
    Range: class {
      constructor(start, end) {
        Object.assign(this, { start, end });
      }
    },
    Diagnostic: class {
      constructor(range, message, severity) {
        Object.assign(this, { range, message, severity });
      }
    },
    WorkspaceEdit: class {
      edits = [];
      replace(uri, range, text) {
        this.edits.push({ uri, range, text });
      }
    },
    workspace: {
      // All positions are those of the document before.
      applyEdit: async ({ edits }) => {
        let text = document.getText();
        const offset = ({ line, character }) => text.split("\n").slice(0, line).join("\n").length + (line > 0 ? 1 : 0) + character;
        const ranges = edits.map(({ range, text }) => ({ from: offset(range.start), to: offset(range.end), text }));
        for (const edit of ranges.reverse()) text = text.slice(0, edit.from) + edit.text + text.slice(edit.to);
        document = documentOf(text);
        return true;
      },
    },
    languages: { createDiagnosticCollection: () => ({ set: (uri, found) => problems.set(uri, found) }) },
    commands: { registerCommand: (name, action) => (run = { name, action }) },
    window: {
      get activeTextEditor() {
        return { document };
      },
      showWarningMessage: (message) => problems.set("answer", message),
    },
    env: { clipboard: { readText: async () => clipboard } },
  };
  const documentOf = (text) => ({
    uri: "file:///plan.md",
    getText: () => text,
    positionAt: (offset) => {
      const before = text.slice(0, offset).split("\n");
      return { line: before.length - 1, character: before.at(-1).length };
    },
  });
  const load = Module._load;
  const require = createRequire(import.meta.url);
  // The extension has a package of its own, where the package is not installed.
  const given = { vscode, interline: require("interline") };
  Module._load = (request, ...rest) => given[request] ?? load.call(Module, request, ...rest);
  try {
    const { activate } = require(path.join(examples, "vscode-extension/extension.js"));
    const subscriptions = [];
    activate({ subscriptions });
    assert.equal(run.name, "interline.applyAnswer");
    document = documentOf("🎉\n<!-- agent:a -->\n🟢 1\n<!-- /agent:a -->\n<!-- agent:b -->\n2\n<!-- /agent:b -->\n");
    clipboard = "<!-- patch:b -->\ntwo\n<!-- /patch:b -->\n<!-- patch:a -->\n🟢 one\n<!-- /patch:a -->\n<!-- patch:c -->\nx\n";
    await run.action();
    assert.match(document.getText(), /^🎉\n<!-- agent:a -->\n🟢 one\n<!-- \/agent:a -->\n<!-- agent:b -->\ntwo\n<!-- \/agent:b -->\n/);
    assert.match(problems.get("answer"), /patch/);
  } finally {
    Module._load = load;
  }
});
