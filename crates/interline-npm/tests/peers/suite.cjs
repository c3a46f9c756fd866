// Runs test files that are written for mocha: `node suite.cjs FILE…` in the directory of the suite. Prints one line of JSON for each test.

const path = require("node:path");
const Module = require("node:module");

const PACKAGES = path.join(__dirname, "node_modules");
const replaced = {
  mocha: {},
  // A loader of ES modules, which the package does not need.
  esm: (module) => (name) => Module.prototype.require.call(module, name),
  "extend-shallow": Object.assign,
};

const load = Module._load;
Module._load = function (request, parent, isMain) {
  if (Object.hasOwn(replaced, request)) return replaced[request];
  return load.call(this, request, parent, isMain);
};
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, parent, ...rest) {
  try {
    return resolve.call(this, request, parent, ...rest);
  } catch (error) {
    return resolve.call(this, request, parent, ...[false, { paths: [PACKAGES] }]);
  }
};

const tests = [];
let group = { names: [], before: [] };

global.describe = (name, define) => {
  const outer = group;
  group = { names: [...outer.names, name], before: [...outer.before] };
  define();
  group = outer;
};
global.it = (name, run) => tests.push({ name: [...group.names, name].join(" "), run, before: group.before });
global.it.skip = () => {};
global.before = global.beforeEach = (run) => group.before.push(run);

for (const file of process.argv.slice(2)) require(path.resolve(file));

for (const { name, run, before } of tests) {
  let error;
  try {
    for (const prepare of before) prepare();
    const returned = run();
    if (returned?.then) throw new Error("the test is asynchronous, which this runner does not await");
  } catch (caught) {
    error = String(caught?.stack ?? caught);
  }
  console.log(JSON.stringify({ name, error }));
}
