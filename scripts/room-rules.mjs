// `node scripts/room-rules.mjs`: every import that the order of the rooms forbids, as `file:line imports X: reason`.
import { forbiddenImports, RULED, unordered } from "./rooms/rules.mjs";
import { filesIn, textOf } from "./texts/files.mjs";

const files = RULED.flatMap((folder) => filesIn(folder, /\.(ts|tsx|mts)$/));
const found = [
  ...unordered(files).map((room) => `${room} has no place in the order of scripts/rooms/table.mjs: add it`),
  ...files.flatMap((file) => forbiddenImports(file, textOf(file))),
];
if (found.length > 0) {
  console.error(`${found.join("\n")}\nWho may import whom: docs/02-architecture.md`);
  process.exit(1);
}
