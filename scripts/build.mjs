// `npm run build`: the pages and the server.
import { ensureBuilt } from "./lib/build.mjs";
import { ensureServerBuilt } from "./lib/buildServer.mjs";

try {
  await ensureServerBuilt();
  await ensureBuilt();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
