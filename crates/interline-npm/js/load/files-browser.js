export function readFileSync(path) {
  throw new Error(`${path} cannot be read: there are no files here`);
}
