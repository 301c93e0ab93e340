// The command line as plain JavaScript for Node 20, in one folder: p4twin.cjs starts it.
import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { bundle } from "./bundle.mjs";
import { root } from "./workspace.mjs";

const models = join(root, "packages", "models");
const cli = join(models, "src", "cli");

/** Packages that go in, because reading their many small files is most of the start; with their licences. */
export const BUNDLED = ["zod", "yaml", "diff"];

/** What starts by its path, and where it lies in the sources; in the package all files are in one folder. */
const moved = {
  "spawnIlpThread.ts": [['"./ilpThread.ts"', '"./ilpThread.cjs"']],
  "pythonPlaces.ts": [
    ['join(here, "..", "..", "..", "engine", "python")', "here"],
    // of the clone; the package has none
    [
      'join(pythonRoomFolder, "..", "..", "..", ".python-memory")',
      'join(here, "..", "..", ".python-memory")',
    ],
  ],
  "spawnPythonChild.ts": [
    ['"child.ts"', '"child.mjs"'],
    ['"sandbox.ts"', '"child.mjs"'],
    ['"snapshotFile.ts"', '"child.mjs"'],
  ],
};
const movePaths = {
  name: "paths",
  transform(code, id) {
    return (moved[basename(id)] ?? []).reduce((text, [from, to]) => {
      if (!text.includes(from))
        throw new Error(`${basename(id)} has no ${from} any more: see scripts/lib/bundleCli.mjs`);
      return text.replaceAll(from, to);
    }, code);
  },
};
/** A text with one letter beyond ASCII takes twice the bytes, and its reading longer. */
const ascii = {
  name: "ascii",
  generateBundle(_, files) {
    for (const file of Object.values(files))
      if (file.type === "chunk")
        file.code = file.code.replace(
          /[\u0080-\uffff]/g,
          (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
        );
  },
};
const options = {
  inlined: BUNDLED,
  plugins: [movePaths, ascii],
  written: {
    // comments and blanks are half of what a start reads; names stay, for the traces of stacks
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  },
};

export async function bundleCli(folder) {
  // a function around each file, not a module: only of that can the start keep compiled code
  const plain = { ...options, written: { ...options.written, format: "cjs" } };
  await bundle({ cli: join(cli, "run.ts"), ilpThread: join(cli, "engines", "ilpThread.ts") }, folder, plain);
  // alone: its process may read this file only
  await bundle({ child: join(cli, "engines", "pythonEngine", "child.ts") }, folder, options);
  cpSync(join(models, "src", "engine", "python", "guest.py"), join(folder, "guest.py"));
  const licences = BUNDLED.map(
    (name) => `${name}\n\n${readFileSync(join(root, "node_modules", name, "LICENSE"), "utf8")}`,
  );
  writeFileSync(join(folder, "LICENSES.txt"), licences.join("\n\n"));
  const hash = createHash("sha256");
  for (const name of readdirSync(folder).toSorted())
    hash.update(name).update(readFileSync(join(folder, name)));
  const launch = readFileSync(join(models, "bin", "launch.cjs"), "utf8");
  const build = hash.update(launch).digest("hex").slice(0, 16);
  const start = `#!/usr/bin/env node\n${launch.replace('"BUILD"', JSON.stringify(build))}`;
  writeFileSync(join(folder, "p4twin.cjs"), start, { mode: 0o755 });
}
