import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { runInProcess } from "../../../testing/cli/testIo.ts";
import { createRandom } from "../../core/index.ts";
import { renamesOf } from "./renames.ts";
import type { Side } from "./sides.ts";

type Files = Record<string, string>;
const side = (files: Files): Side => ({
  ...{ name: "x", file: null, list: () => Object.keys(files) },
  io: { readFile: (path: string) => new TextEncoder().encode(files[path]) } as unknown as Side["io"],
});

/** What git's own search for renames says of the same two commits. */
function renamesByGit(before: Files, after: Files): string[] {
  const folder = mkdtempSync(join(tmpdir(), "p4twin-renames-"));
  const git = (...argv: string[]): string => execFileSync("git", argv, { cwd: folder, encoding: "utf8" });
  const commit = (files: Files): void => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    git("add", "--all");
    git("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "--quiet", "-m", "x");
  };
  try {
    git("init", "--quiet");
    commit(before);
    git("rm", "-r", "--quiet", ".");
    commit(after);
    return git("diff", "--name-status", "-M", "HEAD~", "HEAD")
      .split("\n")
      .filter((line) => line.startsWith("R"))
      .map((line) => line.split("\t").slice(1).join(" -> "))
      .sort();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("the pairs that git finds, for files that were moved, edited, split and made new", () => {
  const random = createRandom(18);
  const line = (n: number): string =>
    `table_add t${n % 7} forward 10.${n % 250}.${random.integer(250)}.0/24 => ${random.integer(99_999)}`;
  const before: Files = {};
  const after: Files = {};
  for (let n = 0; n < 24; n++) {
    const lines = Array.from({ length: 40 + random.integer(60) }, (_, at) => line(n * 100 + at));
    before[`old/r${n}.txt`] = `${lines.join("\n")}\n`;
    if (n % 8 === 7) continue;
    // 0, 10, 20, 30, 65, 80 or 95 % of its lines are others, the rest is where it was or not
    const share = [0, 0.1, 0.2, 0.3, 0.65, 0.8, 0.95][n % 7] ?? 0;
    const edited = lines.map((text, at) => (at < share * lines.length ? line(50_000 + n * 100 + at) : text));
    after[`new/s${n}.txt`] = `${(n % 2 ? edited : edited.reverse()).join("\n")}\n`;
  }
  for (let n = 0; n < 6; n++)
    after[`new/own${n}.txt`] = Array.from({ length: 50 }, (_, at) => `${line(90_000 + n * 100 + at)}\n`).join(
      "",
    );
  const found = renamesOf(side(before), side(after)).map((each) => `${each.before} -> ${each.after}`);
  expect(found.length).toBeGreaterThan(8);
  expect(found.sort()).toEqual(renamesByGit(before, after));
});

test("a program and its entries that were renamed are compared with what they were", async () => {
  const l3fwd = readFileSync(new URL("../../../library/programs/l3fwd.p4", import.meta.url), "utf8");
  const entries = (port: number): string =>
    [1, 2, 3, 4]
      .map(
        (n) => `table_add ipv4_lpm ipv4_forward 10.0.${n}.0/24 => 00:00:00:00:01:01 ${n === 4 ? port : n}\n`,
      )
      .join("");
  const plan = (name: string): string =>
    `version: 1\nprograms:\n  - { file: ${name}.p4, entries: ${name}.txt }\n`;
  const of = (name: string, source: string, port: number): Files => ({
    [`${name}.p4`]: source,
    [`${name}.txt`]: entries(port),
    "p4twin.yaml": plan(name),
  });
  const revisions = {
    main: of("router", l3fwd, 4),
    topic: of("edge/switch", l3fwd.replace("hdr.ipv4.ttl - 1", "hdr.ipv4.ttl - 2"), 9),
  };
  const { code, out, err } = await runInProcess(["review", "main", "topic"], { revisions });
  expect(code).toBe(0);
  expect(err).toMatch(/note: edge\/switch\.p4 was router\.p4 \(9\d % is the same\)/);
  expect(err).toContain("note: edge/switch.txt was router.txt");
  expect(out).toContain("leave differently");
  expect(out).toMatch(/entry changed: /);
  expect(out).not.toContain("the base has no");
});
