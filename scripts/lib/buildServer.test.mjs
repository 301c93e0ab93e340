import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { builtServer, ensureServerBuilt } from "./buildServer.mjs";
import { root } from "./workspace.mjs";

let built;
beforeAll(async () => {
  built = await ensureServerBuilt();
});
// not the environment of the tests, whose variables would be read as configuration
const options = { encoding: "utf8", env: { PATH: process.env.PATH } };
const run = (file, ...args) =>
  spawnSync(process.execPath, [join(dirname(built.main), file), ...args], options);

it("is made once for a state of the sources", async () => {
  const paths = ({ main, admin }) => [main, admin];
  expect(paths(await ensureServerBuilt())).toEqual(paths(built));
  expect(paths(builtServer())).toEqual(paths(built));
});

it("has every program that the server starts by the path of its source", () => {
  const sources = join(root, "apps", "api", "src");
  const started = readdirSync(sources, { recursive: true })
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .flatMap((name) =>
      [
        ...readFileSync(join(sources, name), "utf8").matchAll(
          /new URL\("(\.[^"]+)\.ts", import\.meta\.url\)/g,
        ),
      ].map(([, path]) => join(dirname(name), path).replaceAll("\\", "/").replaceAll("/", "-")),
    );
  expect(started).toContain("collector-worker");
  const files = readdirSync(dirname(built.main));
  expect(started.filter((name) => !files.includes(`api-${name}.mjs`))).toEqual([]);
});

it("has no module that runs another program when it is loaded", () => {
  const folder = dirname(built.main);
  const files = readdirSync(folder).filter((name) => name.endsWith(".mjs"));
  const text = (name) => readFileSync(join(folder, name), "utf8");
  const programs = files
    .filter((name) => /^(api|models)-/.test(name))
    .flatMap((name) => [...text(name).matchAll(/import\("\.\/([^"]+)"\)/g)].map(([, chunk]) => chunk));
  expect(programs.length).toBeGreaterThan(5);
  // what only a program and an import() share would be put into the program's own chunk
  const imports = files.flatMap((name) =>
    [...text(name).matchAll(/^(?:import|export)\b[^;]*?"\.\/([^"]+)";?$/gm)].map(([, chunk]) => ({
      name,
      chunk,
    })),
  );
  expect(imports.filter(({ chunk }) => programs.includes(chunk))).toEqual([]);
});

it("finds the packages that stay outside where the sources find them", () => {
  const text = readdirSync(dirname(built.main))
    .filter((name) => name.endsWith(".mjs"))
    .map((name) => readFileSync(join(dirname(built.main), name), "utf8"))
    .join("\n");
  const imports = [...text.matchAll(/^import (?:.* from )?"((?:@[^/"]+\/)?[^./:"][^/":]*)[^":]*";$/gm)];
  const packages = new Set(imports.map(([, name]) => name));
  expect(packages).toContain("fastify");
  // the models' own copy of another version would not be found from the bundle
  const nested = [...packages].filter((name) =>
    existsSync(join(root, "packages", "models", "node_modules", name)),
  );
  expect(nested).toEqual([]);
});

it("checks the configuration", () => {
  expect(run("api-main.mjs", "--check")).toMatchObject({
    status: 0,
    stdout: "The configuration is valid.\n",
  });
});

it("names lines of the sources in an error", () => {
  const { status, stderr } = run("api-collector-worker.mjs");
  expect(status).toBe(1);
  const [, line] = /collector.worker\.ts:(\d+)/.exec(stderr) ?? [];
  const source = readFileSync(join(root, "apps", "api", "src", "collector", "worker.ts"), "utf8");
  expect(source.split("\n")[Number(line) - 1]).toContain("runs as a worker thread");
});
