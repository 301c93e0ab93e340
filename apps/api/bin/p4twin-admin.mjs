#!/usr/bin/env node
// Starts the administration of an instance on the Node that P4Twin runs on: from the built server, where that is one of
// the present sources. Plain JavaScript for Node 20.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { builtServer } from "../../../scripts/lib/buildServer.mjs";
import { nodeBinary, root } from "../../../scripts/lib/workspace.mjs";

const child = spawn(
  nodeBinary(),
  [builtServer()?.admin ?? join(root, "apps", "api", "src", "admin", "main.ts"), ...process.argv.slice(2)],
  { stdio: "inherit" },
);
// the terminal signals both processes; this one waits for what the child makes of it
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.once("error", (error) => {
  console.error(`p4twin-admin: ${error.message}; run "npm install" in the repository`);
  process.exit(1);
});
child.once("exit", (code) => process.exit(code ?? 1));
