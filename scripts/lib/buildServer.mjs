// The server as few files of plain JavaScript: half of a start from its 1,500 sources is looking for and reading them.
// Its chunks are in a folder of their own for each state of the sources, because a server that runs still loads from
// its own. Plain JavaScript for Node 20; the bundler is loaded when it is needed.
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { makeBuild } from "./builds.mjs";
import { hashOf } from "./inputs.mjs";
import { runQuietly } from "./runQuietly.mjs";
import { nodeBinary, root } from "./workspace.mjs";

const builds = join(root, "apps", "api", "dist");
const inputs = {
  folders: ["apps/api/src", "packages/models/src", "packages/models/library"],
  files: [
    "package-lock.json",
    "apps/api/package.json",
    "packages/models/package.json",
    "scripts/lib/buildServer.mjs",
    "scripts/lib/bundle.mjs",
    "scripts/lib/sourceLines.mjs",
  ],
};
/** The models, and packages of many small modules. */
const INLINED = [
  "@p4twin/models",
  ...["zod", "yaml", "jose", "kysely", "@trpc/server", "@noble/ciphers", "@noble/hashes"],
  ...["better-auth", "better-call", "rou3", "defu", "@better-auth/core", "@better-auth/utils"],
  ...["@better-auth/kysely-adapter", "@better-auth/memory-adapter", "@better-auth/prisma-adapter"],
  ...["@better-fetch/fetch", "@better-auth/telemetry"],
  ...["@nats-io", "tweetnacl", "prom-client", "@opentelemetry/api", "tdigest", "bintrees"],
  ...["@prisma/adapter-pg", "@prisma/driver-adapter-utils", "pg", "pg-connection-string", "pg-copy-streams"],
  ...["pg-int8", "pg-pool", "pg-protocol", "pg-types", "postgres-array", "postgres-bytea", "postgres-date"],
  ...["postgres-interval", "xtend"],
];
/** The programs that are started by name; what they start themselves is found in the sources. */
const programs = ["apps/api/src/main.ts", "apps/api/src/admin/main.ts"];

/** `api-collector-worker` of apps/api/src/collector/worker.ts. */
const nameOf = (path) =>
  relative(root, path)
    .replaceAll(sep, "/")
    .replace(/^(apps|packages)\/|\.ts$/g, "")
    .replace("/src/", "/")
    .replaceAll("/", "-");

const START = "start:";
const lines = JSON.stringify(join(root, "scripts", "lib", "sourceLines.mjs"));
/** Every program begins with what makes its errors name lines of the sources. */
const start = {
  name: "start",
  resolveId: (id) => (id.startsWith(START) ? id : null),
  load: (id) =>
    id.startsWith(START)
      ? `import ${lines};\nawait import(${JSON.stringify(id.slice(START.length))});\n`
      : null,
};

const STARTED = /new URL\("(\.\.?\/[^"]+\.ts)", (import\.meta\.url)\)/g;
/**
 * Threads and processes that the sources start by the path of a module are started from the bundle. Whatever else is
 * looked for beside a module is where it was: `import.meta.url` stays the address of the source.
 */
function addresses(folder) {
  const emitted = new Set(programs.map((path) => join(root, path)));
  const started = (context, id) => (whole, path) => {
    const target = resolve(dirname(id), path);
    if (!existsSync(target)) throw new Error(`${id} starts ${path}, which is not there`);
    const name = nameOf(target);
    if (!emitted.has(target)) {
      emitted.add(target);
      context.emitFile({ type: "chunk", id: START + target, fileName: `${name}.mjs` });
    }
    return whole.replace(path, `./${name}.mjs`);
  };
  return {
    name: "addresses",
    transform(code, id) {
      if (!code.includes("import.meta.url") || id.startsWith(START)) return null;
      const source = `new URL(${JSON.stringify(relative(folder, id).replaceAll(sep, "/"))}, import.meta.url).href`;
      // pieces between those that are started from the bundle
      let [text, end] = ["", 0];
      for (const found of code.matchAll(STARTED)) {
        text += code.slice(end, found.index).replaceAll("import.meta.url", source);
        text += started(this, id)(found[0], found[1]);
        end = found.index + found[0].length;
      }
      // lines stay, and that is what a stack names
      return { code: text + code.slice(end).replaceAll("import.meta.url", source), map: null };
    },
  };
}

/** Folder of the build of the present sources, and whether it is there. */
function current() {
  const folder = join(builds, hashOf(inputs).slice(0, 16));
  return { folder, isBuilt: existsSync(folder) };
}

const filesOf = (folder) => ({
  main: join(folder, `${nameOf(join(root, programs[0]))}.mjs`),
  admin: join(folder, `${nameOf(join(root, programs[1]))}.mjs`),
  /** the built file of a module that the sources start, null for others */
  started(path) {
    const file = join(folder, `${nameOf(path)}.mjs`);
    return existsSync(file) ? file : null;
  },
});

/** The built programs of the present sources, null when they are not built. */
export function builtServer() {
  const { folder, isBuilt } = current();
  return isBuilt ? filesOf(folder) : null;
}

/** Bundles the server as its sources are now. Others that build at the same moment do not disturb. */
export async function bundleServer() {
  const { folder } = current();
  const { bundle } = await import("./bundle.mjs");
  const input = Object.fromEntries(
    programs.map((path) => [nameOf(join(root, path)), START + join(root, path)]),
  );
  const options = { inlined: INLINED, plugins: [start, addresses(folder)], sourcemap: true };
  await makeBuild(folder, (unfinished) => bundle(input, unfinished, options));
}

/** Makes sure of a bundle of the present sources; resolves with the files of its programs. */
export async function ensureServerBuilt() {
  const { folder, isBuilt } = current();
  if (!isBuilt) {
    // a process of its own: the bundler needs a newer Node than our scripts do, and 600 MB that it never gives back
    if ((await runQuietly(nodeBinary(), [join(root, "scripts", "server.mjs"), "--build"])) !== 0)
      throw new Error("The server could not be bundled: see above");
  }
  return filesOf(folder);
}
