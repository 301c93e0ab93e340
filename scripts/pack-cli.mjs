// `npm run pack:cli [-- FOLDER]`: the command line as one package of plain JavaScript for Node 20,
// dist/p4twin-VERSION.tgz.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { bundle } from "./lib/bundle.mjs";
import { npm, root } from "./lib/workspace.mjs";

const models = join(root, "packages", "models");
const cli = join(models, "src", "cli");
const target = resolve(process.argv[2] ?? join(root, "dist"));
const manifest = JSON.parse(readFileSync(join(models, "package.json"), "utf8"));

/** What starts by its path, and where it lies in the sources; in the package all files are in one folder. */
const moved = {
  "spawnIlpThread.ts": [['"./ilpThread.ts"', '"./ilpThread.mjs"']],
  "spawnPythonChild.ts": [
    ['join(here, "..", "..", "..", "engine", "python")', "here"],
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
        throw new Error(`${basename(id)} has no ${from} any more: see scripts/pack-cli.mjs`);
      return text.replaceAll(from, to);
    }, code);
  },
};
const entry = {
  name: "entry",
  resolveId: (id) => (id === "p4twin" ? id : null),
  // compiled code is kept between runs, as bin/p4twin.mjs does
  load: (id) =>
    id === "p4twin"
      ? `import module from "node:module";\nmodule.enableCompileCache?.();\nconst { run } = await import(${JSON.stringify(join(cli, "run.ts"))});\nawait run();\n`
      : null,
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

/** Packages that go in, because reading their many small files is most of the start; with their licences. */
const BUNDLED = ["zod", "yaml", "diff"];
const isBundled = (id) => BUNDLED.some((name) => id === name || id.startsWith(`${name}/`));
const options = {
  inlined: BUNDLED,
  plugins: [entry, movePaths, ascii],
  written: {
    // comments and blanks are half of what a start reads; names stay, for the traces of stacks
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  },
  banner: (chunk) => (chunk.name === "p4twin" ? "#!/usr/bin/env node" : ""),
};

const staged = mkdtempSync(join(tmpdir(), "p4twin-cli-"));
try {
  const dist = join(staged, "dist");
  await bundle({ p4twin: "p4twin", ilpThread: join(cli, "engines", "ilpThread.ts") }, dist, options);
  // alone: its process may read this file only
  await bundle({ child: join(cli, "engines", "pythonEngine", "child.ts") }, dist, options);
  cpSync(join(models, "src", "engine", "python", "guest.py"), join(dist, "guest.py"));
  cpSync(join(root, "LICENSE"), join(staged, "LICENSE"));
  const licences = BUNDLED.map(
    (name) => `${name}\n\n${readFileSync(join(root, "node_modules", name, "LICENSE"), "utf8")}`,
  );
  writeFileSync(join(dist, "LICENSES.txt"), licences.join("\n\n"));
  cpSync(join(root, "docs", "05-command-line.md"), join(staged, "README.md"));
  const about = {
    name: "p4twin",
    version: manifest.version,
    description: "Command line of P4Twin: latency of P4 programs and chains, placement, INT reports",
    license: manifest.license,
    type: "module",
    bin: { p4twin: "dist/p4twin.mjs" },
    files: ["dist"],
    engines: { node: ">=20" },
    dependencies: Object.fromEntries(
      Object.entries(manifest.dependencies).filter(([name]) => !isBundled(name)),
    ),
  };
  writeFileSync(join(staged, "package.json"), `${JSON.stringify(about, null, 2)}\n`);
  mkdirSync(target, { recursive: true });
  const printed = execFileSync(npm, ["pack", "--json", "--loglevel=error", "--pack-destination", target], {
    ...{ cwd: staged, encoding: "utf8", shell: process.platform === "win32" },
  });
  const packed = join(target, JSON.parse(printed)[0].filename);
  console.log(
    `${packed}: ${(statSync(packed).size / 1e6).toFixed(2)} MB. Install it with: npm install -g ${JSON.stringify(packed)}`,
  );
} finally {
  rmSync(staged, { recursive: true, force: true });
}
