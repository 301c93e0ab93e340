// Starts the built product on free ports with a fresh database, runs Playwright against it, and stops it.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endWithThisProcess } from "../packages/models/src/cli/lifeline.mjs";
import { nodeBinary, root, runBeside, toolEnv } from "./lib/workspace.mjs";

// below those that the kernel gives to connections: none of them takes a port before the product does
const [FIRST_PORT, PORTS] = [20_000, 12_000];

async function freePort() {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    const isFree = await new Promise((resolve) => {
      const server = createServer().once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

const dataDir = mkdtempSync(join(tmpdir(), "p4twin-e2e-"));
const [port, webPort, intPort] = await Promise.all([freePort(), freePort(), freePort()]);
const env = {
  PORT: String(port),
  WEB_PORT: String(webPort),
  INT_PORT: String(intPort),
  P4TWIN_DATA_DIR: dataDir,
  DATABASE_URL: "",
  NODE_ENV: "production",
};

const product = spawn(nodeBinary(), [join(root, "scripts", "start.mjs")], {
  cwd: root,
  env: toolEnv(env),
  stdio: ["ignore", "pipe", "inherit"],
});
// whoever kills this script leaves no product behind
endWithThisProcess(product, { signal: "TERM" });
let printed = "";
const signInLink = new Promise((resolve, reject) => {
  product.stdout.on("data", (chunk) => {
    process.stdout.write(chunk);
    printed += chunk;
    const link = /Open (https?:\/\/\S+)\s/.exec(printed);
    if (link) resolve(link[1]);
  });
  product.once("exit", (code) =>
    reject(new Error(`npm start ended with ${code} before it printed a sign-in link`)),
  );
  setTimeout(
    () => reject(new Error("npm start printed no sign-in link within five minutes")),
    300_000,
  ).unref();
});

let status = 1;
try {
  const link = await signInLink;
  const { code } = await runBeside("playwright", ["test", ...process.argv.slice(2)], {
    live: true,
    env: {
      P4TWIN_E2E_URL: `http://127.0.0.1:${port}`,
      P4TWIN_E2E_SIGN_IN: link,
      P4TWIN_E2E_INT_PORT: String(intPort),
    },
  });
  status = code;
} catch (error) {
  console.error(error.message);
} finally {
  if (product.exitCode === null) {
    const ended = new Promise((resolve) => product.once("exit", resolve));
    product.kill("SIGTERM");
    await ended;
  }
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(status);
