// The API server. Alone it supervises one process for each part of it; with a broker it is one of several
// processes, with the roles that ROLES names. `--check` only reads the configuration, `--sign-in` prints a
// new one-time sign-in link for the owner.
import { createLocalLink } from "./bus/local/localLink.ts";
import { createLifecycle, type Lifecycle } from "./components.ts";
import { type Config, loadConfig } from "./config.ts";
import { embeddedUrl } from "./database/embedded/embedded.ts";
import { DataDirTaken, takeDataDir } from "./lock.ts";
import { createLog, type Log } from "./observability/log.ts";
import { rolesOfPart, startDatabase, supervise } from "./supervise.ts";
import { createPartSide } from "./supervisor/part.ts";

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
type Opened = { url: string; link: string | null };

/** Runs until it is asked to end, or `end` is called. `start` may fail: what it started is stopped then. */
function live(
  log: Log,
  start: (lifecycle: Lifecycle, end: (code: number) => void) => Promise<void>,
): (code: number) => void {
  const lifecycle = createLifecycle(log);
  let ending = false;
  const end = (code: number): void => {
    if (ending) return;
    ending = true;
    void lifecycle.stop().then(() => process.exit(code));
  };
  process.on("SIGINT", () => end(0));
  process.on("SIGTERM", () => end(0));
  // the parent is gone, however it ended
  process.on("disconnect", () => end(0));
  start(lifecycle, end).catch((error: unknown) => {
    // what fails because we are asked to end is no failure
    if (ending) return;
    process.stderr.write(`${messageOf(error)}\n`);
    end(1);
  });
  return end;
}

/**
 * Started by scripts/start.mjs, the parent waits for the pages too and then prints the one line to open; from then on
 * it asks whether this process still answers.
 */
function announce(opened: Opened, text: string): void {
  if (!process.send) {
    say(text);
    return;
  }
  process.on("message", (message) => {
    if (isPing(message)) process.send?.({ kind: "pong" });
  });
  process.send({ kind: "ready", ...opened });
}

const isPing = (message: unknown): boolean =>
  typeof message === "object" && message !== null && "kind" in message && message.kind === "ping";

/** The link, from a second process: the server that has the data directory goes on undisturbed. */
async function printLinkBesides(config: Config, log: Log): Promise<void> {
  const { newOwnerLink } = await import("./firstSignIn.ts");
  const link = await newOwnerLink(config, config.databaseUrl ?? (await embeddedUrl(config.dataDir)), log);
  say(`Open ${link} (signs you in, once, within 24 hours)`);
}

/** One process for each part of the server, watched from this one. */
function runAll(config: Config, askedForLink: boolean): void {
  const log = createLog(config.logLevel);
  live(log, async (lifecycle, end) => {
    try {
      const opened = await supervise({ config, askedForLink, log, lifecycle, notice: say });
      announce(opened, `Open ${opened.link ?? opened.url}`);
    } catch (error) {
      if (!(error instanceof DataDirTaken && askedForLink)) throw error;
      await printLinkBesides(config, log);
      end(0);
    }
  });
}

/** A part of the server, under the supervisor. */
function runPart(config: Config, name: string): void {
  const log = createLog(config.logLevel);
  const side = createPartSide(() => end(0));
  const end = live(log, async (lifecycle) => {
    try {
      const setup = await side.setup;
      const { startServer } = await import("./server.ts");
      const roles = new Set(rolesOfPart(name));
      const over = { local: createLocalLink(side.channel) };
      const opened = await startServer({ ...setup, tookOver: false, config, roles, over, log, lifecycle });
      side.say({ part: "ready", ...opened });
    } catch (error) {
      side.say({ part: "failed", message: messageOf(error) });
      throw error;
    }
  });
}

/** A process of an installation over NATS. */
function runRoles(config: Config, nats: NonNullable<Config["nats"]>, askedForLink: boolean): void {
  const log = createLog(config.logLevel);
  live(log, async (lifecycle) => {
    const lock = await takeDataDir(config.dataDir, config.baseUrl, {
      signal: lifecycle.stopping,
      notice: say,
    });
    await lifecycle.start({ name: "data directory", start: async () => {}, stop: lock.release });
    const { url: databaseUrl } = await startDatabase({ config, log, lifecycle, notice: say });
    const { startServer } = await import("./server.ts");
    const { roles } = config;
    const databaseKind = config.databaseUrl === null ? "embedded" : "external";
    const opened = await startServer({
      ...{ config, roles, databaseUrl, databaseKind, over: { nats }, askedForLink, log, lifecycle },
      tookOver: lock.tookOver,
    });
    announce(
      opened,
      roles.has("http")
        ? `Open ${opened.link ?? opened.url}`
        : `Ready: ${[...roles].join(", ")}; health at ${opened.url}/readyz`,
    );
  });
}

try {
  const config = loadConfig();
  const [askedForLink, partAt] = [process.argv.includes("--sign-in"), process.argv.indexOf("--part")];
  if (process.argv.includes("--check")) say("The configuration is valid.");
  else if (partAt > 0) runPart(config, process.argv[partAt + 1] ?? "");
  else if (config.nats) runRoles(config, config.nats, askedForLink);
  else runAll(config, askedForLink);
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
}
