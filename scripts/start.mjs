// `npm start`: installs, generates and builds what is missing, starts API and pages, prints the one URL to open.
// `-- --sign-in` prints a new one-time sign-in link, `-- --check` only checks the configuration. Plain JavaScript for Node 20.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureBuilt, nextCommand, web } from "./lib/build.mjs";
import { ensureInstalled, nodeBinary, root, run, toolEnv } from "./lib/workspace.mjs";

const WEB_WAIT_MS = 60_000;
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
const start = (name, args, options) => {
  const child = spawn(nodeBinary(), args, { detached: process.platform !== "win32", ...options });
  const ended = new Promise((resolve) => {
    child.once("error", (error) => {
      console.error(`${name}: ${error.message}`);
      resolve(1);
    });
    child.once("exit", (code) => resolve(code ?? 1));
  });
  return { name, child, ended };
};

async function stopAll(children) {
  for (const { child, ended } of children) {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    await ended;
  }
}

async function waitForPages(port, isEnding) {
  const deadline = Date.now() + WEB_WAIT_MS;
  while (!isEnding() && Date.now() < deadline) {
    const answer = await fetch(`http://127.0.0.1:${port}/icon.svg`, { method: "HEAD" }).catch(() => null);
    if (answer) return;
    await sleep(100);
  }
  if (!isEnding()) throw new Error(`The pages did not start within ${WEB_WAIT_MS / 1000} s`);
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

  const webPort = Number(process.env.WEB_PORT || 0) || (await freePort(0, "127.0.0.1"));
  let ending = false;
  const pages = start(
    "pages",
    ["--import", guard, nextCommand(), "start", "-H", "127.0.0.1", "-p", String(webPort)],
    {
      cwd: web,
      env,
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    },
  );
  const server = start("server", [api, ...process.argv.slice(2)], {
    cwd: root,
    env: { ...env, WEB_PORT: String(webPort) },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  // the server first: it still serves what is under way and writes what it has heard
  const children = [server, pages];

  const asked = new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
      process.on(signal, () => {
        if (!ending) console.log("\nStopping ...");
        ending = true;
        resolve(0);
      });
    }
  });
  const broken = Promise.race(
    children.map(async ({ name, ended }) => {
      const code = await ended;
      // a server that could not start has said why
      if (!ending && code === 0) console.error(`The ${name} ended by itself.`);
      return 1;
    }),
  );
  const ready = new Promise((resolve) => server.child.once("message", resolve));

  const opened = (async () => {
    const { url, link } = await ready;
    await waitForPages(webPort, () => ending);
    if (ending) return;
    console.log(
      link
        ? `P4Twin is ready. Open ${link} (signs you in, once, within 24 hours)`
        : `P4Twin is ready. Open ${url}`,
    );
    if (!link) console.log("Signed out? `npm start -- --sign-in` prints a new sign-in link.");
  })();
  const failed = opened.then(
    () => new Promise(() => {}),
    (error) => {
      console.error(error.message);
      return 1;
    },
  );

  const code = await Promise.race([asked, broken, failed]);
  ending = true;
  await stopAll(children);
  return code;
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
