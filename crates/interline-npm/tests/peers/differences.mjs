// The tests of other packages that fail over `interline/compat`, each with the reason.

export default {
  "gray-matter": Object.fromEntries(
    [
      "should parse front matter when options.lang is javascript",
      "should parse front matter when options.language is js",
      "should eval functions",
      'should detect "javascript" after the first delimiter',
    ].map((test) => [`parse javascript: ${test}`, "a header is data and is not run as a program; an engine `javascript` can be given"]),
  ),
  "mustache.js": {
    "Mustache.render knows how to render malicious_template":
      "a name with quotes and spaces is refused with its location; in mustache.js it is a name that no view has",
    "Mustache spec compliance - interpolation: Dotted Names - Context Precedence - Dotted names should be resolved against former resolutions.":
      "mustache.js 4.2.0 fails it too: it goes on to the outer view where a part of the name is missing",
  },
};
