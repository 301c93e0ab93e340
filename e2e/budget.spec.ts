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

const kilobytes = (chunks: Iterable<string>): number =>
  [...chunks].reduce((sum, chunk) => sum + gzipped(chunk), 0) / 1000;

/** React and Next: the same scripts on every page, which a browser loads once. */
function sharedChunks(): string[] {
  const manifest: { rootMainFiles: string[] } = JSON.parse(
    readFileSync(join(BUILD, "build-manifest.json"), "utf8"),
  );
  return manifest.rootMainFiles;
}

/** The scripts of a route by the build's manifest, without the shared ones. */
function ownChunks(route: string): Set<string> {
  const manifest = readFileSync(
    join(BUILD, "server", "app", route, "page_client-reference-manifest.js"),
    "utf8",
  );
  const entries = /"?entryJSFiles"?\s*:\s*\{.*?\}/s.exec(manifest)?.[0] ?? "";
  const chunks = new Set(entries.match(CHUNK));
  expect(chunks.size, `${route} has scripts`).toBeGreaterThan(0);
  for (const shared of sharedChunks()) chunks.delete(shared);
  return chunks;
}

/** Compressed kB: of React and Next together, and of what any page adds to them (our choice). */
const SHARED_KB = 150;
const PAGE_KB = 250;

/** Pages that may add more, how much, and what for. */
const HEAVIER: Readonly<Record<string, [kB: number, why: string]>> = {
  "clouds/new": [500, "the drawing editor, the layout of graphs and the text editor"],
  "clouds/[versionId]": [500, "the drawing editor, the layout of graphs and the text editor"],
  "programs/[versionId]": [460, "the text editor, graphs, and the packet and path analysis around them"],
  "engines/new": [360, "the text editor for Python and trials of the engine"],
  "engines/[versionId]": [360, "the text editor for Python and trials of the engine"],
  "scenarios/[versionId]": [370, "the drawing of the cloud and the solver's answers and studies"],
  "devices/fit": [330, "the text editor for measurements and the fit"],
  "examples/study": [320, "the problems and solvers of a whole study"],
  "scenarios/plan": [290, "the planner with its problem schemas"],
  "scenarios/compare": [285, "two drawings of clouds and the schemas of placements"],
  "twin/[deploymentId]": [280, "live charts, the chain strip and every panel of a segment"],
  servers: [270, "rules, classes and timelines of server chains"],
};

test("a page adds at most 250 kB of compressed scripts to React and Next, or what is written here", () => {
  expect(existsSync(BUILD)).toBe(true);
  expect(kilobytes(sharedChunks())).toBeLessThanOrEqual(SHARED_KB);
  const files = globSync("**/page_client-reference-manifest.js", { cwd: join(BUILD, "server", "app") });
  const routes = files.map((file) => file.replace(/\/?page_client-reference-manifest\.js$/, ""));
  expect(routes.length).toBeGreaterThan(30);
  const pages = routes.map((route) => ({
    page: route.replace(/^\(console\)\/?/, ""),
    kB: Math.round(kilobytes(ownChunks(route))),
  }));
  expect(pages.filter(({ page, kB }) => kB > (HEAVIER[page]?.[0] ?? PAGE_KB))).toEqual([]);
  // a page that has become lighter loses its exception
  const named = new Map(pages.map(({ page, kB }) => [page, kB]));
  expect(Object.keys(HEAVIER).filter((page) => (named.get(page) ?? 0) <= PAGE_KB)).toEqual([]);
});

test("scripts are served compressed", async ({ request }) => {
  const page = await (await request.get("/sign-in")).text();
  const scripts = [...new Set(page.match(CHUNK))];
  expect(scripts.length).toBeGreaterThan(3);
  const largest = scripts.toSorted((a, b) => gzipped(b) - gzipped(a))[0];
  const answer = await request.get(`/_next/${largest}`, { headers: { "accept-encoding": "gzip" } });
  expect(answer.headers()["content-encoding"]).toBe("gzip");
});
