import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { connect as connectTcp } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./freePort.ts";

const places = ["/usr/sbin/nats-server", "/usr/local/bin/nats-server"];

function find(): string | null {
  const onPath = spawnSync("which", ["nats-server"], { encoding: "utf8" });
  if (onPath.status === 0) return onPath.stdout.trim();
  return process.env.P4TWIN_NATS_SERVER ?? places.find((path) => existsSync(path)) ?? null;
}

/**
 * Path of a NATS server: the machine's own, or the distribution's package, installed now. Throws with what to do when
 * neither is to be had.
 */
function ensureNatsServer(): string {
  const found = find();
  if (found) return found;
  console.log("No nats-server found: installing one for the tests");
  if (process.getuid?.() === 0 && spawnSync("which", ["apt-get"]).status === 0) {
    const options = {
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    } as const;
    execFileSync("apt-get", ["update", "-qq"], options);
    execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "nats-server"], options);
    const installed = find();
    if (installed) return installed;
  }
  throw new Error(
    "The tests of several processes need nats-server (2.9 or newer): install it, or set P4TWIN_NATS_SERVER to its path",
  );
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectTcp(port, "127.0.0.1");
    socket.once("data", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });

/**
 * A real NATS server with JetStream on disk, on loopback, with its data in a directory of its own; `more` arguments.
 */
export async function startNats(more: readonly string[] = []) {
  const binary = ensureNatsServer();
  const dataDir = await mkdtemp(join(tmpdir(), "p4twin-nats-"));
  const port = await freePort();
  let child: ChildProcess | null = null;

  const end = async (signal: "SIGTERM" | "SIGKILL"): Promise<void> => {
    const running = child;
    child = null;
    if (!running || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once("exit", resolve));
    running.kill(signal);
    await ended;
  };
  const start = async (): Promise<void> => {
    child = spawn(binary, ["-js", "-sd", dataDir, "-a", "127.0.0.1", "-p", String(port), ...more], {
      stdio: "ignore",
    });
    for (let i = 0; i < 200; i++) {
      if (await answers(port)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`nats-server does not answer at port ${port}`);
  };
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    pid: (): number => child?.pid ?? 0,
    start,
    kill: () => end("SIGKILL"),
    async dispose(): Promise<void> {
      await end("SIGTERM");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
export type TestNats = Awaited<ReturnType<typeof startNats>>;
