// An MCP server over standard input and output: `node server.mjs DIRECTORY`. Tools that edit the documents of a directory in place, and
// the prompts in its subdirectory `prompts`. One JSON-RPC message a line, and no package but this one.

import { readdir } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { InterlineError, components, prompts } from "interline";
import { applyToFile, read, setFrontmatter } from "interline/node";

const root = path.resolve(process.argv[2] ?? ".");

/** Returns the path of a document, which is inside of the directory. */
function inside(name) {
  const found = path.resolve(root, String(name));
  if (path.relative(root, found).startsWith("..") || path.isAbsolute(path.relative(root, found))) throw new InterlineError({ message: `${name} is outside of the directory`, code: "outside" });
  return found;
}

const text = { type: "string" };
const report = ({ isWritten, diagnostics }) =>
  [isWritten ? "written" : "nothing changed", ...diagnostics.map(({ source, line, column, severity, message }) => `${source}:${line}:${column}: ${severity}: ${message}`)].join("\n");

const TOOLS = {
  list_components: {
    description: "Lists the components of a document, and their content.",
    properties: { path: text },
    run: async ({ path: name }) =>
      JSON.stringify(components(await read(inside(name))).components.map(({ name, content, line }) => ({ name, line, content }))),
  },
  apply_answer: {
    description: "Applies patch blocks, such as <!-- patch:status -->…<!-- /patch:status -->, to the components of a document.",
    properties: { path: text, answer: text },
    run: async ({ path: name, answer }) => report(await applyToFile(inside(name), answer)),
  },
  set_frontmatter: {
    description: "Sets one key of the frontmatter of a document. Everything else stays as it is.",
    properties: { path: text, key: { type: "array", items: { type: ["string", "integer"] } }, value: {} },
    run: async ({ path: name, key, value }) => ((await setFrontmatter(inside(name), key, value)).isWritten ? "written" : "nothing changed"),
  },
};

async function promptTexts() {
  const directory = path.join(root, "prompts");
  const names = await readdir(directory).catch(() => []);
  return Promise.all(names.filter((name) => name.endsWith(".md")).map(async (name) => [path.basename(name, ".md"), await read(path.join(directory, name))]));
}

const METHODS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, prompts: {} },
    serverInfo: { name: "interline-example", version: "0.1.0" },
  }),
  ping: () => ({}),
  "tools/list": () => ({
    tools: Object.entries(TOOLS).map(([name, { description, properties }]) => ({
      name,
      description,
      inputSchema: { type: "object", properties, required: Object.keys(properties) },
    })),
  }),
  "tools/call": async ({ name, arguments: given }) => {
    if (!Object.hasOwn(TOOLS, name)) throw new InterlineError({ message: `unknown tool \`${name}\``, code: "invalid-argument" });
    try {
      return { content: [{ type: "text", text: await TOOLS[name].run(given ?? {}) }] };
    } catch (error) {
      // For the model, which can correct its call.
      if (error instanceof InterlineError) return { content: [{ type: "text", text: error.message }], isError: true };
      throw error;
    }
  },
  "prompts/list": async () => ({ prompts: prompts.list(await promptTexts()).prompts }),
  "prompts/get": async ({ name, arguments: values }) => {
    const found = (await promptTexts()).find(([known]) => known === name);
    if (!found) throw new InterlineError({ message: `unknown prompt \`${name}\``, code: "invalid-argument" });
    return { messages: [{ role: "user", content: { type: "text", text: prompts.expand(found[1], values).text } }] };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  if (!line.trim()) continue;
  let id = null;
  let reply;
  try {
    const message = JSON.parse(line);
    // A notification has no answer.
    if (message.id === undefined) continue;
    id = message.id;
    if (!Object.hasOwn(METHODS, message.method)) reply = { error: { code: -32601, message: `unknown method ${message.method}` } };
    else reply = { result: await METHODS[message.method](message.params ?? {}) };
  } catch (error) {
    reply = { error: { code: error instanceof SyntaxError ? -32700 : -32602, message: error.message } };
  }
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...reply })}\n`);
}
