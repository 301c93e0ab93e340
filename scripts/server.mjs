// `node scripts/server.mjs`: the server without its pages, built when its sources changed. Node 22.18 or newer.
import { pathToFileURL } from "node:url";
import { ensureServerBuilt } from "./lib/buildServer.mjs";

const { main } = await ensureServerBuilt();
await import(pathToFileURL(main).href);
