// `node scripts/server.mjs`: the server without its pages, bundled when its sources changed (`--build`: only that, the
// command line, whose sources it shares, and the memory with which engines in Python start).
// Node 22.18 or newer.
import { pathToFileURL } from "node:url";
import { bundleServer, ensureServerBuilt } from "./lib/buildServer.mjs";

if (process.argv.includes("--build")) {
  await bundleServer();
  await import("./build-cli.mjs");
  await import("./build-python.mjs");
} else {
  await import(pathToFileURL((await ensureServerBuilt()).main).href);
}
