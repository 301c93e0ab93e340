import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";

// deploy/ci is what people copy: its steps are run as a runner runs them, on a repository with a change that a rule
// forbids. Only the installation is left out: `p4twin` on the path is the one of this tree.
const file = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const action = parse(readFileSync(file("deploy/ci/github/action.yml"), "utf8"));
const { "p4twin-review": job } = parse(readFileSync(file("deploy/ci/gitlab.yml"), "utf8"));

let folder;
let base;
const git = (...args) => execFileSync("git", args, { cwd: join(folder, "repo"), encoding: "utf8" }).trim();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "p4twin ci-"));
  const repo = join(folder, "repo");
  mkdirSync(repo);
  mkdirSync(join(folder, "bin"));
  const command = join(folder, "bin", "p4twin");
  writeFileSync(command, `#!/bin/sh\nexec node "${file("packages/models/bin/p4twin.mjs")}" "$@"\n`);
  writeFileSync(join(folder, "bin", "npm"), '#!/bin/sh\necho "npm $*"\n');
  for (const name of ["p4twin", "npm"]) chmodSync(join(folder, "bin", name), 0o755);
  const routes = (port) => `table_add ipv4_lpm ipv4_forward 10.0.1.0/24 => 00:00:00:00:01:01 ${port}\n`;
  writeFileSync(join(repo, "a.p4"), readFileSync(file("packages/models/library/programs/l3fwd.p4")));
  writeFileSync(join(repo, "a.txt"), routes(1));
  const plan = "version: 1\nprograms:\n  - { file: a.p4, entries: a.txt }\nrules: { packets: forbid }\n";
  writeFileSync(join(repo, "p4twin.yaml"), plan);
  git("init", "--quiet");
  git("add", ".");
  git("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "--quiet", "-m", "base");
  base = git("rev-parse", "HEAD");
  writeFileSync(join(repo, "a.txt"), routes(2));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A script as the shell of a runner runs it: it ends with the first command that fails. */
const run = (script, env) =>
  spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
    cwd: join(folder, "repo"),
    encoding: "utf8",
    env: { PATH: `${join(folder, "bin")}:${process.env.PATH}`, HOME: folder, ...env },
  });

test("the GitHub action fails with 3, and leaves a summary for people and SARIF for tools", () => {
  const [install, review] = action.runs.steps;
  expect(run(install.run, { P4TWIN_PACKAGE: "p4twin.tgz" }).stdout).toContain("p4twin.tgz");
  const summary = join(folder, "summary.md");
  const env = { P4TWIN_BASE: base, RUNNER_TEMP: folder, GITHUB_STEP_SUMMARY: summary };
  const { status, stderr } = run(review.run, env);
  expect({ status, stderr }).toEqual({ status: 3, stderr: "" });
  expect(readFileSync(summary, "utf8")).toMatch(/^### a\.p4.*\*\*fails\*\* packets: /s);
  const sarif = JSON.parse(readFileSync(join(folder, "repo", "p4twin-review.sarif"), "utf8"));
  expect(sarif.runs[0].results).toMatchObject([
    { ruleId: "entries", level: "note" },
    { ruleId: "packets", level: "error" },
  ]);
});

test("the GitLab job fails with 3 and leaves its report, whatever comes after", () => {
  const env = { P4TWIN_PACKAGE: "p4twin.tgz", CI_MERGE_REQUEST_DIFF_BASE_SHA: base };
  // a revision that a shallow clone does not have fails in words
  const missing = { ...env, CI_MERGE_REQUEST_DIFF_BASE_SHA: "0".repeat(40) };
  const script = job.script.join("\n");
  const { status, stdout } = run(script, env);
  expect(status).toBe(3);
  expect(stdout).toMatch(/FAIL packets: /);
  expect(readFileSync(join(folder, "repo", job.artifacts.reports.junit), "utf8")).toContain("<failure");
  const gone = run(script, missing);
  expect(gone.status).toBe(1);
  expect(gone.stderr).toContain("neither a file, nor a folder, nor a git revision");
});
