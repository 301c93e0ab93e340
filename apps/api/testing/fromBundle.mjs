// Threads and processes that the sources start are started from the server's bundle, as in the product: from the
// sources each reads a thousand modules first, and the tests start hundreds.
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureServerBuilt } from "../../../scripts/lib/buildServer.mjs";

const STARTED = /new URL\("(\.\.?\/[^"]+\.ts)", import\.meta\.url\)/g;

/** A plug-in of Vitest. */
export async function fromBundle() {
  const { main, started } = await ensureServerBuilt();
  let isWatching = false;
  return {
    name: "from-bundle",
    enforce: "pre",
    // who watches changes sources that no bundle holds yet
    configureVitest({ vitest, defineCacheKeyGenerator }) {
      isWatching = vitest.config.watch;
      // what Vitest keeps of a module names the bundle: of another state of the sources, it would start the old one
      defineCacheKeyGenerator(({ sourceCode }) =>
        sourceCode.includes("import.meta.url") ? main : undefined,
      );
    },
    transform(code, id) {
      if (isWatching || !code.includes("import.meta.url")) return null;
      const changed = code.replace(STARTED, (whole, path) => {
        const file = started(resolve(dirname(id), path));
        return file ? `new URL(${JSON.stringify(pathToFileURL(file).href)})` : whole;
      });
      return changed === code ? null : { code: changed, map: null };
    },
  };
}
