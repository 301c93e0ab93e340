import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { eventually } from "./eventually.ts";
import { freePort } from "./freePort.ts";

const source = fileURLToPath(new URL("./dex", import.meta.url));

/** Without optimisation and debug information: it signs three people in, and building takes a quarter less. */
const FAST_BUILD = ["-gcflags=all=-N -l", "-ldflags=-s -w"];

/**
 * Path of dex with the accounts of the tests: built once, where `P4TWIN_DEX=1` asks for it (over a minute of two
 * cores), and kept in the user's cache, where every later run finds it. A text: why it cannot be had.
 */
export function findDex(): { binary: string } | { why: string } {
  const sources = ["main.go", "go.mod", "go.sum"].map((file) => readFileSync(join(source, file)));
  const version = createHash("sha256").update(Buffer.concat(sources)).digest("hex").slice(0, 12);
  const dir = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "p4twin");
  const binary = join(dir, `dex-${version}`);
  if (existsSync(binary)) return { binary };
  if (process.env.P4TWIN_DEX !== "1") return { why: "it is not built yet; npm run bench dex builds it" };
  mkdirSync(dir, { recursive: true });
  const half = `${binary}.${process.pid}`;
  const built = spawnSync("go", ["build", ...FAST_BUILD, "-o", half, "."], { cwd: source, encoding: "utf8" });
  if (built.error) return { why: "Go is not installed" };
  if (built.status !== 0) return { why: `dex cannot be built: ${built.stderr.trim().split("\n").at(-1)}` };
  renameSync(half, binary);
  return { binary };
}

/** dex on loopback: olga (group p4-ops) and vera (group sales), both with the password "password of the tests". */
export async function startDex(binary: string, redirect: string) {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}/dex`;
  const child = spawn(binary, [String(port), redirect], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`dex ended: ${said}`);
    const answer = await fetch(`${issuer}/.well-known/openid-configuration`);
    if (!answer.ok) throw new Error(`dex answers ${answer.status}`);
  });
  return {
    issuer,
    async stop(): Promise<void> {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
    },
  };
}
