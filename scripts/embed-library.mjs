// Writes packages/models/library/files.generated.ts: the library's text files as one module, because the same models
// run in the browser, where there is no file system. Run by `npm install` (prepare) and by start and test.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "packages", "models", "library");
const extensions = [".p4", ".py", ".json", ".yaml", ".txt", ".md"];

const paths = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && extensions.some((e) => entry.name.endsWith(e)))
  .map((entry) =>
    relative(root, join(entry.parentPath ?? entry.path, entry.name))
      .split(sep)
      .join("/"),
  )
  .sort();

const body = paths
  .map((p) => `  ${JSON.stringify(p)}: ${JSON.stringify(readFileSync(join(root, p), "utf8"))},`)
  .join("\n");
const text = `// Made by scripts/embed-library.mjs from the files beside it.\nexport const files: Record<string, string> = {\n${body}\n};\n`;
const target = join(root, "files.generated.ts");
let current = "";
try {
  current = readFileSync(target, "utf8");
} catch {}
if (current !== text) writeFileSync(target, text);
