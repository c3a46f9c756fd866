import { call } from "./instance.js";
import { json, wellFormed } from "./text.js";

export function parse(text, { path = "" } = {}) {
  wellFormed(text, "the text");
  return JSON.parse(call((module) => module.parse_prompt(text, wellFormed(path, "the path"))));
}

export function expand(text, values = {}, { path = "" } = {}) {
  wellFormed(text, "the text");
  return JSON.parse(call((module) => module.expand_prompt(text, json(values), wellFormed(path, "the path"))));
}

/** Lists prompts, each a pair of a name and a text. */
export function list(prompts) {
  return JSON.parse(call((module) => module.list_prompts(json([...prompts]))));
}
