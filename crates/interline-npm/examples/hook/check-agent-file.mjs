// A hook for Claude Code: checks an agent file right after the agent has written it, and reports the problems to the agent.
//
//     { "hooks": { "PostToolUse": [{ "matcher": "Write|Edit", "hooks": [{ "type": "command", "command": "node check-agent-file.mjs" }] }] } }
//
// Standard input is the call as JSON. With exit status 2 the text on standard error goes to the agent.

import path from "node:path";
import { InterlineError, agents } from "interline";
import { read } from "interline/node";

let input = "";
for await (const chunk of process.stdin.setEncoding("utf8")) input += chunk;
const file = JSON.parse(input).tool_input?.file_path;

if (typeof file === "string" && /[\\/]\.claude[\\/]agents[\\/].*\.md$/.test(path.resolve(file))) {
  let problems;
  try {
    const text = await read(file);
    const found = agents.check(text, { path: file, dialect: "claude_code" });
    problems = found
      .filter(({ severity }) => severity !== "info")
      .map(({ line, column, severity, message, code }) => `${file}:${line}:${column}: ${severity}: ${message} (${code})`);
  } catch (error) {
    if (!(error instanceof InterlineError)) throw error;
    problems = [error.message];
  }
  if (problems.length > 0) {
    console.error(problems.join("\n"));
    process.exitCode = 2;
  }
}
