import { call } from "./instance.js";
import { applyEdits, options as given, restore, wellFormed } from "./text.js";

export function parse(text, options) {
  wellFormed(text, "the text");
  const { specials, ...agent } = JSON.parse(call((module) => module.parse_agent(text, given(options))));
  if (agent.extras) restore(agent.extras, specials);
  return agent;
}

export function check(text, options) {
  wellFormed(text, "the text");
  return JSON.parse(call((module) => module.check_agent(text, given(options)))).diagnostics;
}

export function convert(text, options) {
  wellFormed(text, "the text");
  return JSON.parse(call((module) => module.convert_agent(text, given(options))));
}

export function repair(text, options) {
  wellFormed(text, "the text");
  const { edits } = JSON.parse(call((module) => module.repair_agent(text, given(options))));
  return { text: applyEdits(text, edits), edits };
}
