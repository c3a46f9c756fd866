exports.readFileSync = require("node:fs").readFileSync;
