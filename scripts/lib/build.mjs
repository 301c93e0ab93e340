// Builds the pages when what they are made of changed. Plain JavaScript for Node 20, no dependencies.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { hashOf } from "./inputs.mjs";
import { runQuietly } from "./runQuietly.mjs";
import { nodeBinary, root } from "./workspace.mjs";

export const web = join(root, "apps", "web");
const stamp = join(web, ".next", "p4twin-inputs");
const folders = [
  "apps/web/src",
  "apps/web/public",
  "packages/ui/src",
  "packages/models/src",
  "packages/models/library",
];
const files = [
  ...["next.config.ts", "package.json", "postcss.config.mjs", "tsconfig.json"].map(
    (name) => `apps/web/${name}`,
  ),
  "packages/ui/package.json",
  "packages/models/package.json",
  "package-lock.json",
];
/** Path of the Next command, wherever npm put it. */
export const nextCommand = () => createRequire(join(web, "package.json")).resolve("next/dist/bin/next");

const inputsHash = () => hashOf({ folders, files });

/** Whether the build is one of the present sources. */
export const isBuilt = (inputs = inputsHash()) =>
  existsSync(stamp) && readFileSync(stamp, "utf8") === inputs && existsSync(join(web, ".next", "BUILD_ID"));

/**
 * Builds when there is no build of the present sources. Throws when it fails; ends this process when it is interrupted.
 */
export async function ensureBuilt() {
  const inputs = inputsHash();
  if (isBuilt(inputs)) return;
  // who builds a second time changes something, and builds again
  const isRebuilt = existsSync(join(web, ".next", "BUILD_ID"));
  // what a build that is interrupted leaves is no build of anything
  rmSync(stamp, { force: true });
  const env = {
    ...{ NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" },
    ...(isRebuilt && { P4TWIN_KEEP_BUILD_CACHE: "1" }),
  };
  if ((await runQuietly(nodeBinary(), [nextCommand(), "build"], { cwd: web, env })) !== 0)
    throw new Error("The pages could not be built: see above");
  writeFileSync(stamp, inputs);
}
