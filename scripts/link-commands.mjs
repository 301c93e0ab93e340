// npm does not link a command that a workspace got after it was first installed: `npx` would then ask the
// registry for it.
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "./lib/workspace.mjs";

const bin = join(root, "node_modules", ".bin");
for (const workspace of ["packages/models", "apps/api"]) {
  const { bin: commands = {} } = JSON.parse(readFileSync(join(root, workspace, "package.json"), "utf8"));
  for (const [name, file] of Object.entries(commands)) {
    const link = join(bin, name);
    if (process.platform === "win32" || existsSync(link)) continue;
    mkdirSync(bin, { recursive: true });
    rmSync(link, { force: true });
    symlinkSync(relative(bin, join(root, workspace, file)), link);
  }
}
