// `npm start`: installs, generates and builds what is missing, starts API and pages, prints the one URL to
// open. `-- --sign-in` prints a new one-time sign-in link, `-- --check` only checks the configuration. Plain
// JavaScript for Node 20.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { endWithThisProcess } from "../packages/models/src/cli/lifeline.mjs";
import { ensureBuilt, nextCommand, web } from "./lib/build.mjs";
import { createKeeper } from "./lib/supervise.mjs";
import { ensureInstalled, nodeBinary, productNode, root, run, toolEnv } from "./lib/workspace.mjs";

const WEB_WAIT_MS = 60_000;
/**
 * So long a server whose `npm start` was killed has to end by itself: it stores what it has heard, and stops
 * PostgreSQL.
 */
const GRACE_S = 60;
const api = join(root, "apps", "api", "src", "main.ts");
const checkConfig = join(root, "apps", "api", "src", "checkConfig.ts");
const guard = pathToFileURL(join(root, "scripts", "lib", "endWithParent.mjs")).href;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The port itself when it is free (0: any), null when something listens there. */
const freePort = (port, host) =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error) => (error.code === "EADDRINUSE" ? resolve(null) : reject(error)));
    server.listen(port, host, () => {
      const address = server.address();
      server.close(() => resolve(address.port));
    });
  });

/** Children run in groups of their own: Ctrl-C reaches them through us, in order. */
const launch = (args, lifeline, options) => {
  const child = spawn(nodeBinary(), args, { detached: process.platform !== "win32", ...options });
  endWithThisProcess(child, lifeline);
  return child;
};

/** Resolves when the pages answer. */
async function pagesReady(child, port) {
  const deadline = performance.now() + WEB_WAIT_MS;
  while (performance.now() < deadline) {
    const answer = await fetch(`http://127.0.0.1:${port}/icon.svg`, { method: "HEAD" }).catch(() => null);
    if (answer) return;
    if (child.exitCode !== null || child.signalCode !== null) return new Promise(() => {});
    await sleep(100);
  }
  throw new Error(`The pages did not start within ${WEB_WAIT_MS / 1000} s`);
}

async function main() {
  const envFile = join(root, ".env");
  if (existsSync(envFile) && process.loadEnvFile) process.loadEnvFile(envFile);
  ensureInstalled();

  const env = toolEnv({ NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
  if (run(nodeBinary(), [checkConfig]) !== 0) return 1;
  if (process.argv.includes("--check")) {
    console.log("The configuration is valid.");
    return 0;
  }
  const port = Number(process.env.PORT || 3000);
  const host = process.env.HOST || "127.0.0.1";
  if (port !== 0 && (await freePort(port, host)) === null) {
    // the server that runs there goes on; only the link is made
    if (process.argv.includes("--sign-in")) return run(nodeBinary(), [api, "--sign-in"]);
    console.error(
      `Port ${port} on ${host} is in use. Stop what uses it, or choose another: PORT=${port + 1} npm start`,
    );
    return 1;
  }
  ensureBuilt();
  const { version, origin } = productNode();
  console.log(`Node ${version.replace(/^v/, "")} (${origin})`);

  const webPort = Number(process.env.WEB_PORT || 0) || (await freePort(0, "127.0.0.1"));
  const say = (text) => console.error(text);
  let link = null;
  let url = null;
  let opened = false;
  const isReady = { server: false, pages: false };
  const onReady = (name) => (first) => {
    isReady[name] = true;
    if (!first) console.log(`The ${name === "server" ? "server runs" : "pages run"} again.`);
    if (opened || !isReady.server || !isReady.pages) return;
    opened = true;
    console.log(
      link
        ? `P4Twin is ready. Open ${link} (signs you in, once, within 24 hours)`
        : `P4Twin is ready. Open ${url}`,
    );
    if (!link) console.log("Signed out? `npm start -- --sign-in` prints a new sign-in link.");
  };
  const pages = createKeeper({
    name: "pages",
    launch() {
      const args = ["--import", guard, nextCommand(), "start", "-H", "127.0.0.1", "-p", String(webPort)];
      const stdio = ["ignore", "ignore", "pipe", "ipc"];
      const child = launch(args, {}, { cwd: web, env, stdio });
      return { child, ready: pagesReady(child, webPort) };
    },
    onReady: onReady("pages"),
    say,
  });
  const server = createKeeper({
    name: "server",
    launch(first) {
      // a link is made once, when it was asked for
      const args = first ? process.argv.slice(2) : [];
      const stdio = ["ignore", "inherit", "pipe", "ipc"];
      const child = launch(
        [api, ...args],
        { graceS: GRACE_S },
        { cwd: root, env: { ...env, WEB_PORT: String(webPort) }, stdio },
      );
      const ready = new Promise((resolve) =>
        child.on("message", (message) => message?.kind === "ready" && resolve(message)),
      );
      return {
        child,
        ready: ready.then((message) => {
          if (first) ({ url, link } = message);
        }),
      };
    },
    onReady: onReady("server"),
    say,
  });
  pages.start();
  server.start();

  let ending = false;
  const asked = new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
      process.on(signal, () => {
        if (!ending) console.log("\nStopping ...");
        ending = true;
        resolve(0);
      });
    }
  });
  const code = await Promise.race([asked, server.givenUp, pages.givenUp]);
  ending = true;
  // the server first: it still serves what is under way and writes what it has heard
  await server.stop();
  await pages.stop();
  return code;
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
