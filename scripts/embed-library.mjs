// Writes the library's text files as modules, because the same models run in the browser, where there is no file
// system: files.generated.ts in each folder, one beside them that holds all, and names.generated.ts with the paths
// alone. A page that wants one profile then does not load all programs. What a program includes beside it is put in
// its place: a program of the library is one text. Run by `npm install` (prepare) and by start and
// test.
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

/** The text of a file, what it includes from its own folder in its place; the language's own files stay included. */
function textOf(path) {
  const text = readFileSync(join(root, path), "utf8");
  if (!path.endsWith(".p4")) return text;
  return text.replace(/^#include "(.*)"\n/gm, (_, name) =>
    readFileSync(join(root, dirname(path), name), "utf8"),
  );
}

const NOTE = "// Made by scripts/embed-library.mjs from the files beside it.\n";

function writeModule(name, code) {
  const text = NOTE + code;
  const target = join(root, name);
  let current = "";
  try {
    current = readFileSync(target, "utf8");
  } catch {}
  if (current !== text) writeFileSync(target, text);
}

const folders = [...new Set(paths.map((path) => path.split("/")[0]))];
for (const folder of folders) {
  const entries = paths
    .filter((path) => path.startsWith(`${folder}/`))
    .map((path) => `  ${JSON.stringify(path)}: ${JSON.stringify(textOf(path))},`);
  writeModule(
    join(folder, "files.generated.ts"),
    `export const files: Readonly<Record<string, string>> = {\n${entries.join("\n")}\n};\n`,
  );
}
const imports = folders.map(
  (folder) => `import { files as ${folder} } from "./${folder}/files.generated.ts";`,
);
const spreads = folders.map((folder) => `  ...${folder},`);
writeModule(
  "files.generated.ts",
  `${imports.join("\n")}\nexport const files: Readonly<Record<string, string>> = {\n${spreads.join("\n")}\n};\n`,
);
writeModule(
  "names.generated.ts",
  `export const paths: readonly string[] = ${JSON.stringify(paths, null, 2)};\n`,
);
