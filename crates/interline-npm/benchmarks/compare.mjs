// Measures the package beside others: `node compare.mjs [--json]`. With INTERLINE_NATIVE, the path of the program `apply_20k`, it compares
// `applyPatches` with the same call in Rust.
//
// Each row is the least time of the processor over the rounds, so that a busy machine matters little; the programs of a row take turns.

import { spawnSync } from "node:child_process";
import frontMatter from "front-matter";
import grayMatter from "gray-matter";
import Handlebars from "handlebars";
import yaml from "js-yaml";
import Mustache from "mustache";
import { applyPatches, frontmatter, mustache } from "../dist/index.js";
import compatMatter from "../dist/compat/gray-matter.js";
import compatMustache from "../dist/compat/mustache.js";

const ROUNDS = 9;
/** The milliseconds of one round of one program, and of each half of its warming up. */
const ROUND = 40;
const WARM = 300;

const rows = [];

/** The microseconds of the processor that this process has used. */
function used() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Returns the microseconds of one call, for each program. */
function measure(title, programs) {
  const names = Object.keys(programs);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  const counts = {};
  for (const name of names) {
    let begin = used();
    let count = 0;
    // The first half warms up: the engine compiles what runs often.
    for (let half = 0; half < 2; half += 1) {
      begin = used();
      for (count = 0; used() - begin < WARM * 1000; count += 1) programs[name]();
    }
    counts[name] = Math.max(1, Math.round((count * ROUND) / WARM));
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of names) {
      const begin = used();
      for (let index = 0; index < counts[name]; index += 1) programs[name]();
      times[name].push((used() - begin) / counts[name]);
    }
  }
  const result = Object.fromEntries(names.map((name) => [name, Math.min(...times[name])]));
  rows.push({ title, result });
  return result;
}

const header = `---
# Written by Ada
title: On time
author:
  name: Ada
  mail: ada@example.org
tags: [markdown, agents, "2.4"]
version: 1.10
published: true
related:
  - first
  - second
---
`;
const post = `${header}${"Some text of the post, line by line.\n".repeat(60)}`;

const template = `# {{title}}

{{#intro}}{{intro}}{{/intro}}{{^intro}}No introduction.{{/intro}}

{{#files}}
- {{name}}: {{lines}} lines{{#isNew}} (new){{/isNew}}
{{/files}}

Asked by {{author.name}} for {{author.team}}.
`;
const handlebarsTemplate = template.replace(/\{\{#(intro)\}\}/, "{{#if $1}}").replace("{{/intro}}{{^intro}}", "{{else}}").replace("{{/intro}}", "{{/if}}").replace("{{#isNew}}", "{{#if isNew}}").replace("{{/isNew}}", "{{/if}}").replace("{{#files}}", "{{#each files}}").replace("{{/files}}", "{{/each}}");
const view = (count) => ({
  title: "Review of the parser",
  intro: "Please read the changes below & say what is missing.",
  author: { name: "Ada", team: "Parsers" },
  files: Array.from({ length: count }, (_, index) => ({ name: `src/file_${index}.rs`, lines: index * 7 + 3, isNew: index % 3 === 0 })),
});

const section = (index) => `## Section ${index}\n\n${"Text that stays, with a word or two in it.\n".repeat(4)}\n<!-- agent:part-${index} -->\n- state: unknown\n<!-- /agent:part-${index} -->\n\n`;
let document = "# Plan\n\n";
for (let index = 0; document.length < 20 * 1024; index += 1) document += section(index);
const answer = Array.from({ length: 8 }, (_, index) => `<!-- patch:part-${index * 3} -->\n- state: done\n<!-- /patch:part-${index * 3} -->\n`).join("\n");

measure("read frontmatter", {
  "interline, frontmatter.parse": () => frontmatter.parse(post),
  "interline/compat/gray-matter": () => compatMatter(post),
  // With an option, so that it does not return what it has kept of the same text.
  "gray-matter": () => grayMatter(post, {}),
  "front-matter": () => frontMatter(post),
  "js-yaml, header alone": () => yaml.load(header.slice(4, -4)),
});
const edit = measure("change one key", {
  "interline, frontmatter.set": () => frontmatter.set(post, ["author", "name"], "Grace").text,
  "gray-matter, parse and stringify": () => {
    const file = grayMatter(post, {});
    file.data.author.name = "Grace";
    return grayMatter.stringify(file.content, file.data);
  },
});
const renders = {};
for (const [name, count] of [["small", 3], ["large", 200]]) {
  const data = view(count);
  const compiled = mustache.compile(template);
  const handlebars = Handlebars.compile(handlebarsTemplate, { noEscape: false });
  renders[name] = measure(`render, ${count} files`, {
    "interline, compiled": () => compiled.render(data),
    "interline/compat/mustache": () => compatMustache.render(template, data),
    "mustache.js, cached": () => Mustache.render(template, data),
    "handlebars, compiled": () => handlebars(data),
  });
}
const apply = measure(`apply a response to ${Math.round(document.length / 1024)} KB`, {
  "interline, applyPatches": () => applyPatches(document, answer, { boundary: "keep" }).text,
});

const native = process.env.INTERLINE_NATIVE;
let nativeTime;
if (native) {
  const ran = spawnSync(native, [], { input: JSON.stringify({ document, answer }), encoding: "utf8" });
  if (ran.status !== 0) throw new Error(ran.stderr);
  nativeTime = Number(ran.stdout);
  apply["Rust, native"] = nativeTime;
}

if (process.argv.includes("--json")) console.log(JSON.stringify(rows));
else {
  console.log("| | µs |\n|---|---:|");
  for (const { title, result } of rows) {
    console.log(`| **${title}** | |`);
    for (const [name, time] of Object.entries(result)) console.log(`| ${name} | ${time.toFixed(1)} |`);
  }
}

const goals = [
  ["frontmatter.set, as gray-matter parse + stringify", edit["gray-matter, parse and stringify"] / edit["interline, frontmatter.set"], 3],
  ["render, small, as mustache.js", renders.small["mustache.js, cached"] / renders.small["interline, compiled"], 1],
  ["render, large, as mustache.js", renders.large["mustache.js, cached"] / renders.large["interline, compiled"], 1],
];
if (nativeTime) goals.push(["applyPatches, as native", nativeTime / apply["interline, applyPatches"], 1 / 3]);
for (const [name, reached, goal] of goals) {
  console.log(`${reached >= goal ? "reached" : "missed "}  ${name}: × ${reached.toFixed(2)}, goal × ${goal.toFixed(2)}`);
}
