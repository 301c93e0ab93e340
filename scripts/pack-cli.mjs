// `npm run pack:cli [-- FOLDER]`: the command line as one package of plain JavaScript for Node 20,
// dist/p4twin-VERSION.tgz.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { BUNDLED, bundleCli } from "./lib/bundleCli.mjs";
import { npm, root } from "./lib/workspace.mjs";

const models = join(root, "packages", "models");
const target = resolve(process.argv[2] ?? join(root, "dist"));
const manifest = JSON.parse(readFileSync(join(models, "package.json"), "utf8"));

const isBundled = (id) => BUNDLED.some((name) => id === name || id.startsWith(`${name}/`));

const staged = mkdtempSync(join(tmpdir(), "p4twin-cli-"));
try {
  const dist = join(staged, "dist");
  await bundleCli(dist);
  cpSync(join(root, "LICENSE"), join(staged, "LICENSE"));
  cpSync(join(root, "docs", "05-command-line.md"), join(staged, "README.md"));
  const about = {
    name: "p4twin",
    version: manifest.version,
    description: "Command line of P4Twin: latency of P4 programs and chains, placement, INT reports",
    license: manifest.license,
    type: "module",
    bin: { p4twin: "dist/p4twin.cjs" },
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
