import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "./support/test.ts";

const BUILD = join("apps", "web", ".next");
const CHUNK = /static\/chunks\/[^"\\]+?\.js/g;

const sizes = new Map<string, number>();
function gzipped(chunk: string): number {
  const size = sizes.get(chunk) ?? gzipSync(readFileSync(join(BUILD, chunk))).length;
  sizes.set(chunk, size);
  return size;
}

/**
 * The scripts of a route itself, by the build's manifest; those of React and Next are the same on every page and come
 * once.
 */
function kilobytesOf(route: string): number {
  const manifest = readFileSync(
    join(BUILD, "server", "app", route, "page_client-reference-manifest.js"),
    "utf8",
  );
  const entries = /"?entryJSFiles"?\s*:\s*\{.*?\}/s.exec(manifest)?.[0] ?? "";
  const chunks = new Set(entries.match(CHUNK));
  expect(chunks.size, `${route} has scripts`).toBeGreaterThan(0);
  return [...chunks].reduce((sum, chunk) => sum + gzipped(chunk), 0) / 1000;
}

/** Pages with an editor, a program analysis or a solver may load more. */
const HEAVY =
  /programs|clouds|scenarios|chains\/(new|\[versionId\])|engines\/(new|\[versionId\])|devices\/fit|servers|components|tuner|examples|twin\/\[deploymentId\]$|reports\/\[id\]/;
const BUDGET_KB = 250;

test("pages without editor or solver load at most 250 kB of scripts of their own, compressed", () => {
  expect(existsSync(BUILD)).toBe(true);
  const files = globSync("**/page_client-reference-manifest.js", { cwd: join(BUILD, "server", "app") });
  const routes = files.map((file) => file.replace(/\/?page_client-reference-manifest\.js$/, ""));
  expect(routes.length).toBeGreaterThan(30);
  const over = routes
    .filter((route) => !HEAVY.test(route) && route !== "_global-error")
    .map((route) => ({ route, kB: Math.round(kilobytesOf(route)) }))
    .filter(({ kB }) => kB > BUDGET_KB);
  expect(over).toEqual([]);
});

test("scripts are served compressed", async ({ request }) => {
  const page = await (await request.get("/sign-in")).text();
  const scripts = [...new Set(page.match(CHUNK))];
  expect(scripts.length).toBeGreaterThan(3);
  const largest = scripts.toSorted((a, b) => gzipped(b) - gzipped(a))[0];
  const answer = await request.get(`/_next/${largest}`, { headers: { "accept-encoding": "gzip" } });
  expect(answer.headers()["content-encoding"]).toBe("gzip");
});
