/** The texts of a page that was opened without a state. */
export const examples = {
  document: `---
title: Release 2.4
owner: Ada
---

# Release 2.4

<!-- agent:status -->
- build: unknown
- docs: not started
<!-- /agent:status -->

## Log

<!-- agent:log patch=append -->
- 09:00 branch cut
<!-- /agent:log -->

<!-- agent:exchange -->
Ada: Please run the build, and say what is left.
<!-- /agent:exchange -->

Everything outside of the components stays as it is.
`,
  answer: `The build passes, and the docs are written. What is left:
the release notes, which need the list of fixed bugs.

<!-- patch:log -->
- 10:30 build green, docs written
<!-- /patch:log -->

<!-- patch:status -->
- build: green ✓
- docs: ready for review
<!-- /patch:status -->

<!-- patch:stauts -->
- a name that is misspelled
<!-- /patch:stauts -->
`,
  "frontmatter-text": `---
# who answers for it
owner: Ada        # until May
tags: [release, "2.4"]
review:
  due: 2026-05-01
  by:
    - Grace
---
# Release 2.4
`,
  operation: "set",
  path: "review.due",
  value: '"2026-05-08"',
  template: `Review of {{title}}:
{{#files}}
- {{name}}{{#isNew}} (new){{/isNew}}
{{/files}}
Ask {{reviwer}}.
`,
  data: `{
  "title": "Release 2.4",
  "reviewer": "Grace",
  "files": [{ "name": "a.rs", "isNew": true }, { "name": "b.rs" }]
}
`,
  agent: `---
name: reviewer
description: Use when: code was changed
tools: Read, Grep, Bash
model: sonnet
---
You review code. Read the diff first.
`,
  from: "claude_code",
  to: "opencode",
};
