// `node scripts/room-rules.mjs`: every import that the order of the rooms forbids, and every cycle of imports, as
// `file:line imports X: reason`.
import { importCycles } from "./rooms/cycles.mjs";
import { importsOf } from "./rooms/imports.mjs";
import { forbiddenImports, unordered } from "./rooms/rules.mjs";
import { filesIn, textOf } from "./texts/files.mjs";

const files = filesIn(".", /\.[cm]?[jt]sx?$/, { fixtures: true });
const sources = new Map(files.map((file) => [file, importsOf(file, textOf(file))]));
const found = [
  ...unordered(files).map((room) => `${room} has no place in the order of scripts/rooms/table.mjs: add it`),
  ...[...sources].flatMap(([file, imports]) => forbiddenImports(file, imports)),
  ...importCycles(sources),
];
if (found.length > 0) {
  console.error(`${found.join("\n")}\nWho may import whom: docs/02-architecture.md`);
  process.exit(1);
}
