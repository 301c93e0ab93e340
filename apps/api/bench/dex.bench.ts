import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repositoryRoot } from "../src/config.ts";

const vitest = join(repositoryRoot, "node_modules", ".bin", "vitest");
const tests = join("apps", "api", "src", "auth", "dex.test.ts");

type Answer = { testResults: { assertionResults: { title: string; status: string; duration?: number }[] }[] };

/**
 * Sign-in against dex, an OpenID Connect provider of others, which this builds where it is not yet (needs Go).
 * `npm test` asks the same of `oidc-provider`, and of dex once it is built.
 */
export default async function bench() {
  const folder = mkdtempSync(join(tmpdir(), "p4twin-dex-"));
  try {
    const file = join(folder, "answer.json");
    const { status } = spawnSync(vitest, ["run", tests, "--reporter=json", `--outputFile=${file}`], {
      cwd: repositoryRoot,
      env: { ...process.env, P4TWIN_DEX: "1" },
      stdio: ["ignore", "ignore", "inherit"],
    });
    if (status !== 0) throw new Error("the tests against dex failed");
    const { testResults }: Answer = JSON.parse(readFileSync(file, "utf8"));
    const rows = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .map(({ title, status: outcome, duration }) => ({ title, outcome, ms: Math.round(duration ?? 0) }));
    return { name: "Sign-in by dex, built on this machine", rows };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
