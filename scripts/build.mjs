// `npm run build`: the pages; everything else runs from source.
import { ensureBuilt } from "./lib/build.mjs";

try {
  await ensureBuilt();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
