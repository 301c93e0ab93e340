// The processes of the product: how they are started, and when they answer. Plain JavaScript for Node 20, no
// dependencies.
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { endWithThisProcess } from "../../packages/models/src/cli/lifeline.mjs";
import { nextCommand, web } from "./build.mjs";
import { nodeBinary, root } from "./workspace.mjs";

const WEB_WAIT_MS = 60_000;
/**
 * So long a server whose `npm start` was killed has to end by itself: it stores what it has heard, and stops
 * PostgreSQL.
 */
const GRACE_S = 60;
/** Whoever does not answer within this is asked once more. */
const ANSWER_MS = 5_000;
const guard = pathToFileURL(join(root, "scripts", "lib", "endWithParent.mjs")).href;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The port itself when it is free (0: any), null when something listens there. */
export const freePort = (port, host) =>
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

/** Whether the pages answer. */
const pagesAnswer = (port) =>
  fetch(`http://127.0.0.1:${port}/icon.svg`, { method: "HEAD", signal: AbortSignal.timeout(ANSWER_MS) }).then(
    () => true,
    () => false,
  );

/** Whether a process answers over its channel. */
const processAnswers = (child) =>
  new Promise((resolve) => {
    const done = (answered) => {
      clearTimeout(timer);
      child.off("message", hear);
      resolve(answered);
    };
    const hear = (message) => message?.kind === "pong" && done(true);
    const timer = setTimeout(() => done(false), ANSWER_MS);
    child.on("message", hear);
    if (child.connected) child.send({ kind: "ping" }, () => {});
  });

/** Resolves when the pages answer. */
async function pagesReady(child, port) {
  const deadline = performance.now() + WEB_WAIT_MS;
  while (performance.now() < deadline) {
    if (await pagesAnswer(port)) return;
    if (child.exitCode !== null || child.signalCode !== null) return new Promise(() => {});
    await sleep(100);
  }
  throw new Error(`The pages did not start within ${WEB_WAIT_MS / 1000} s`);
}

/** The pages, `next start` or `next dev`, as a keeper launches them. */
export function launchPages(mode, webPort, env) {
  const args = ["--import", guard, nextCommand(), mode, "-H", "127.0.0.1", "-p", String(webPort)];
  const child = launch(args, {}, { cwd: web, env, stdio: ["ignore", "ignore", "pipe", "ipc"] });
  return { child, ready: pagesReady(child, webPort), answers: () => pagesAnswer(webPort) };
}

/**
 * The server, as a keeper launches it, from its source or as it was built (`main`); `onReady` gets what it says then:
 * the address, and a sign-in link when one is due.
 */
export function launchServer(main, options, env, onReady) {
  const stdio = ["ignore", "inherit", "pipe", "ipc"];
  const child = launch([main, ...options], { graceS: GRACE_S }, { cwd: root, env, stdio });
  const ready = new Promise((resolve) =>
    child.on("message", (message) => message?.kind === "ready" && resolve(message)),
  );
  return { child, ready: ready.then(onReady), answers: () => processAnswers(child) };
}
