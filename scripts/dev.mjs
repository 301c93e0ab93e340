// `npm run dev`: the product from its sources, on the demo. Pages reload by themselves (next dev); the server starts
// anew when one of its files changes. Data are in .p4twin-dev, so that those of `npm start` stay as they are.
import "./lib/requireNode.mjs";
import { existsSync, watch } from "node:fs";
import { createServer, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { onAskedToEnd } from "./lib/askedToEnd.mjs";
import { freePort, launchPages, launchServer } from "./lib/children.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { createKeeper } from "./lib/supervise.mjs";
import { root, run, toolEnv } from "./lib/workspace.mjs";

const WATCHED = ["apps/api/src", "packages/models/src", "packages/models/library", "prisma"];
const IGNORED = /\.test\.ts$|generated/;
/** An editor or git writes several files at once. */
const SETTLE_MS = 300;
const HOST = "127.0.0.1";
const main = join(root, "apps", "api", "src", "main.ts");

const envFile = join(root, ".env");
if (existsSync(envFile) && process.loadEnvFile) process.loadEnvFile(envFile);
await ensureInstalled({ tools: true });
const port = await freePort(Number(process.env.PORT || 3000), HOST);
if (port === null) {
  console.error(`Port ${process.env.PORT || 3000} is in use. Choose another: PORT=3001 npm run dev`);
  process.exit(1);
}
const [apiPort, webPort] = [await freePort(0, HOST), await freePort(0, HOST)];
const env = toolEnv({
  NODE_ENV: "development",
  NEXT_TELEMETRY_DISABLED: "1",
  P4TWIN_DATA_DIR: process.env.P4TWIN_DATA_DIR || ".p4twin-dev",
  HOST,
  BASE_URL: `http://${HOST}:${port}`,
  PORT: String(apiPort),
  WEB_PORT: String(webPort),
});

/**
 * One address for both: requests go to the server, which asks the pages; the socket of hot reload goes to the pages.
 */
const front = createServer((incoming, outgoing) => {
  const { method, url, headers } = incoming;
  const forwarded = request({ host: HOST, port: apiPort, method, path: url, headers }, (answer) => {
    // React and Next need `eval` in development
    delete answer.headers["content-security-policy"];
    outgoing.writeHead(answer.statusCode, answer.headers);
    answer.pipe(outgoing);
  });
  forwarded.on("error", () => {
    if (!outgoing.headersSent) outgoing.writeHead(503, { "retry-after": "1" });
    outgoing.end("The server starts. Its last lines are in the terminal.\n");
  });
  outgoing.on("close", () => forwarded.destroy());
  incoming.pipe(forwarded);
});
front.on("upgrade", ({ method, url, rawHeaders }, socket, head) => {
  const pages = connect(webPort, HOST, () => {
    const lines = rawHeaders.map((text, i) => (i % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join("");
    pages.write(`${method} ${url} HTTP/1.1\r\n${lines}\r\n`);
    pages.write(head);
    socket.pipe(pages).pipe(socket);
  });
  for (const end of [socket, pages])
    end.on("error", () => {
      socket.destroy();
      pages.destroy();
    });
});
front.listen(port, HOST);

const say = (text) => console.error(text);
// whoever looks at a process in a debugger holds it: nothing that hangs is ended here
const pages = createKeeper({
  name: "pages",
  endsHung: false,
  launch: () => launchPages("dev", webPort, env),
  onReady: () => {},
  say,
});
const server = createKeeper({
  name: "server",
  endsHung: false,
  launch: (first) =>
    launchServer(main, first ? ["--sign-in"] : [], env, ({ link }) => {
      if (first) console.log(`Open ${link} (signs you in, once)`);
    }),
  onReady: (first) => !first && console.log("The server runs again."),
  say,
});
pages.start();
server.start();

let timer = null;
let restarting = Promise.resolve();
function changed(file) {
  if (IGNORED.test(file)) return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    console.log(`${file} changed: starting the server again ...`);
    restarting = restarting.then(async () => {
      if (file.endsWith("schema.prisma") || !file.endsWith(".ts"))
        run(process.execPath, [join(root, "scripts", "prepare.mjs")]);
      await server.restart();
    });
  }, SETTLE_MS);
}
for (const folder of WATCHED)
  watch(join(root, folder), { recursive: true }, (_event, file) => changed(join(folder, file ?? "")));

await new Promise((resolve) => onAskedToEnd(resolve));
console.log("\nStopping ...");
clearTimeout(timer);
front.close();
await restarting;
await server.stop();
await pages.stop();
process.exit(0);
