export { InterlineError } from "./error.js";
export { applyEdits } from "./text.js";
export { LiveApply, ResponseParser, applyPatches, components, parseResponse, setComponent } from "./patches.js";
export * as agents from "./agents.js";
export * as frontmatter from "./frontmatter.js";
export * as mustache from "./mustache.js";
export * as prompts from "./prompts.js";
