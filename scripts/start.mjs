// `npm start`: installs, generates and builds what is missing, starts API and pages, prints the one URL to open. Plain
// JavaScript for Node 20.
import "./lib/requireNode.mjs";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { onAskedToEnd } from "./lib/askedToEnd.mjs";
import { ensureBuilt, isBuilt } from "./lib/build.mjs";
import { builtServer, ensureServerBuilt } from "./lib/buildServer.mjs";
import { freePort, launchPages, launchServer } from "./lib/children.mjs";
import { ensureInstalled, isInstalled } from "./lib/install.mjs";
import { helpText, plainLog, readyText } from "./lib/startTexts.mjs";
import { createKeeper } from "./lib/supervise.mjs";
import { nodeBinary, productNode, root, run, toolEnv } from "./lib/workspace.mjs";

const checkConfig = join(root, "apps", "api", "src", "checkConfig.ts");

/** What the configuration comes to, for those who read it; null when it has mistakes, which are printed. */
function readSettings() {
  const done = spawnSync(nodeBinary(), [checkConfig], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  return done.status === 0 ? JSON.parse(done.stdout) : null;
}

async function main() {
  const options = process.argv.slice(2);
  const unknown = options.find((option) => !["--sign-in", "--check", "--help", "-h"].includes(option));
  if (unknown || options.includes("--help") || options.includes("-h")) {
    if (unknown) console.error(`npm start knows no ${unknown}.\n`);
    console.log(helpText);
    return unknown ? 2 : 0;
  }
  const envFile = join(root, ".env");
  if (existsSync(envFile) && process.loadEnvFile) process.loadEnvFile(envFile);
  const hasPages = !process.env.ROLES || /\bhttp\b/.test(process.env.ROLES);
  const willBuild = !options.includes("--check") && !(hasPages ? isBuilt() : builtServer());
  const steps = 1 + Number(!isInstalled({ tools: false })) + Number(willBuild);
  let step = 0;
  const nextStep = (text) => {
    step++;
    if (steps > 1) console.log(`Step ${step} of ${steps}: ${text}`);
  };
  if (!isInstalled({ tools: false })) nextStep("installing modules (about 3 minutes and 1.2 GB of disk) ...");
  await ensureInstalled({ tools: false });

  const env = toolEnv({ NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
  const settings = readSettings();
  if (settings === null) return 1;
  if (options.includes("--check")) {
    console.log("The configuration is valid.");
    return 0;
  }
  const { port, host } = settings;
  if (port !== 0 && (await freePort(port, host)) === null) {
    // the server that runs there goes on; only the link is made
    if (options.includes("--sign-in"))
      return run(nodeBinary(), [(await ensureServerBuilt()).main, "--sign-in"]);
    console.error(
      `Port ${port} on ${host} is in use. Stop what uses it, or choose another: PORT=${port + 1} npm start`,
    );
    return 1;
  }
  if (willBuild) nextStep(hasPages ? "building the pages (about a minute) ..." : "building the server ...");
  const { main: program } = await ensureServerBuilt();
  if (hasPages) await ensureBuilt();
  nextStep("starting ...");

  const webPort = Number(process.env.WEB_PORT || 0) || (await freePort(0, "127.0.0.1"));
  const say = (text) => console.error(text);
  let link = null;
  let url = null;
  let opened = false;
  const isReady = { server: false, pages: !hasPages };
  const onReady = (name) => (first) => {
    isReady[name] = true;
    if (!first) console.log(`The ${name === "server" ? "server runs" : "pages run"} again.`);
    if (opened || !isReady.server || !isReady.pages) return;
    opened = true;
    console.log(
      readyText({ link, url, node: productNode(), roles: hasPages ? null : process.env.ROLES, ...settings }),
    );
  };
  const passOn = (chunk) => process.stderr.write(opened ? chunk : plainLog(String(chunk)));
  const pages = createKeeper({
    name: "pages",
    launch: () => launchPages("start", webPort, env),
    onReady: onReady("pages"),
    say,
    passOn,
  });
  const server = createKeeper({
    name: "server",
    // a link is made once, when it was asked for
    launch: (first) =>
      launchServer(program, first ? options : [], { ...env, WEB_PORT: String(webPort) }, (message) => {
        if (first) ({ url, link } = message);
      }),
    onReady: onReady("server"),
    say,
    passOn,
  });
  let ending = false;
  const asked = new Promise((resolve) => {
    onAskedToEnd(() => {
      if (!ending) console.log("\nStopping ...");
      ending = true;
      resolve(0);
    });
  });
  if (hasPages) pages.start();
  server.start();
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
