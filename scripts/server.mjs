// `node scripts/server.mjs`: the server without its pages, bundled when its sources changed (`--build`: only that, and
// the command line, whose sources it shares).
// Node 22.18 or newer.
import { pathToFileURL } from "node:url";
import { bundleServer, ensureServerBuilt } from "./lib/buildServer.mjs";

if (process.argv.includes("--build")) {
  await bundleServer();
  await import("./build-cli.mjs");
} else {
  await import(pathToFileURL((await ensureServerBuilt()).main).href);
}
