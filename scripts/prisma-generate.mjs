// Writes the Prisma client from prisma/schema.prisma when the schema or Prisma itself changed. Plain
// JavaScript for Node 20.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { nodeBinary, root } from "./lib/workspace.mjs";

const require = createRequire(import.meta.url);
const schema = join(root, "prisma", "schema.prisma");
const output = join(root, "apps", "api", "src", "database", "generated");
const stamp = join(output, ".inputs");

const { version } = require("prisma/package.json");
const inputs = createHash("sha256").update(version).update(readFileSync(schema)).digest("hex");
const isCurrent =
  existsSync(join(output, "client.ts")) && existsSync(stamp) && readFileSync(stamp, "utf8") === inputs;

if (!isCurrent) {
  const cli = require.resolve("prisma/build/index.js");
  const done = spawnSync(nodeBinary(), [cli, "generate", `--schema=${schema}`], {
    cwd: root,
    encoding: "utf8",
    env: {
      ...process.env,
      // generating needs no engine, but the command looks for one: any executable satisfies it, nothing is downloaded
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      CHECKPOINT_DISABLE: "1",
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
    },
  });
  if (done.status !== 0) {
    console.error(`${done.stdout ?? ""}${done.stderr ?? ""}`.trim());
    console.error("The Prisma client could not be generated from prisma/schema.prisma.");
    process.exit(1);
  }
  writeFileSync(stamp, inputs);
}
