import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { npm, root } from "./lib/workspace.mjs";

let folder;
const caches = () => join(folder, "caches");
const p4twin = (argv, node = process.execPath) => {
  const env = { ...process.env, NODE_COMPILE_CACHE: caches() };
  const options = { cwd: folder, encoding: "utf8", env };
  const { status, stdout, stderr } = spawnSync(
    node,
    [join("node_modules", ".bin", "p4twin"), ...argv],
    options,
  );
  return { status, stdout, stderr };
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "p4twin-packed-"));
  const asTool = { cwd: root, stdio: ["ignore", "ignore", "inherit"] };
  execFileSync(process.execPath, [join(root, "scripts", "pack-cli.mjs"), folder], asTool);
  const tarball = readdirSync(folder)[0];
  // the packages that it asks for are those of the clone: nothing is fetched
  const { dependencies } = JSON.parse(readFileSync(join(root, "packages", "models", "package.json"), "utf8"));
  const ours = (name) => [name, `file:${join(root, "node_modules", name)}`];
  const manifest = {
    private: true,
    dependencies: { p4twin: `file:${tarball}` },
    overrides: Object.fromEntries(Object.keys(dependencies).map(ours)),
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  // those are built already, and would be built again by their scripts because they come from a folder
  execFileSync(
    npm,
    ["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
    {
      ...{ cwd: folder, stdio: ["ignore", "ignore", "inherit"], shell: process.platform === "win32" },
    },
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the packed command line, installed into an empty folder", () => {
  it("is small, and carries no tests, sources, server or pages", () => {
    const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"));
    expect(statSync(join(folder, tarball)).size).toBeLessThan(5e6);
    const installed = join(folder, "node_modules", "p4twin");
    const files = readdirSync(installed, { recursive: true }).filter((name) => name.endsWith("s"));
    expect(files.filter((name) => /\.ts$|\.test\.|testing|fixture/.test(name))).toEqual([]);
    const { dependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    expect(Object.keys(dependencies).filter((name) => /prisma|next|react|fastify/.test(name))).toEqual([]);
  });

  it("estimates a program of its library", () => {
    const { status, stdout, stderr } = p4twin(["estimate", "lib:l3fwd", "--device", "agilio-cx", "--json"]);
    expect({ status, stderr, maxUs: JSON.parse(stdout).maxUs }).toEqual({
      status: 0,
      stderr: "",
      maxUs: 8.56,
    });
  });

  it("solves a placement in a thread of its own", () => {
    const { status, stdout, stderr } = p4twin(["place", "lib:small-cloud", "--engine", "ilp", "--json"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({ status: "optimal" });
  });

  it("runs an engine in Python, in a process that may read nothing else", () => {
    const argv = ["estimate", "lib:l3fwd", "--device", "agilio-cx", "--engine", "lib:expensive_tables.py"];
    expect(p4twin(argv)).toMatchObject({ status: 0, stderr: "" });
  });

  it("says its version, and what is wrong with what it is given", () => {
    const { version } = JSON.parse(readFileSync(join(root, "packages", "models", "package.json"), "utf8"));
    expect(p4twin(["--version"]).stdout).toBe(`p4twin ${version}\n`);
    expect(p4twin(["estimate", "nothing.p4", "--device", "agilio-cx"]).status).toBe(1);
  });

  it("keeps what was compiled for the user alone, and starts without it where it is damaged", () => {
    const argv = ["check", "lib:l3fwd", "--device", "agilio-cx", "--max-us", "10"];
    const first = p4twin(argv);
    const [build] = readdirSync(join(caches(), "p4twin")).filter((name) => name.includes(process.version));
    const kept = join(caches(), "p4twin", build, "check");
    const { size, mode } = statSync(kept);
    expect(size).toBeGreaterThan(100_000);
    if (process.platform !== "win32") expect(mode & 0o077).toBe(0);
    expect(p4twin(argv)).toEqual(first);
    for (const damaged of ["", "no code", readFileSync(kept).subarray(0, size / 2)]) {
      writeFileSync(kept, damaged);
      expect(p4twin(argv)).toEqual(first);
      expect(statSync(kept).size).toBeGreaterThan(100_000);
    }
  });

  it("runs on the oldest Node that it asks for, where the machine has it", () => {
    const old = ["/usr/bin/node", "/usr/local/bin/node"].filter(existsSync);
    const twenties = old.filter((node) =>
      execFileSync(node, ["--version"], { encoding: "utf8" }).startsWith("v20."),
    );
    const argv = ["estimate", "lib:l3fwd", "--device", "agilio-cx"];
    for (const node of twenties) {
      expect(p4twin(argv, node)).toMatchObject({ status: 0, stderr: "" });
      const inPython = p4twin([...argv, "--engine", "lib:expensive_tables.py"], node);
      expect(inPython).toMatchObject({
        status: 1,
        stderr: expect.stringContaining("needs Node 22 or newer"),
      });
    }
  });
});
