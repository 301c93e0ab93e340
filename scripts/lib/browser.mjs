// Finds a Chromium for the browser tests, or installs one: the system's, Playwright's own, the distribution's package.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);
// the shell first: without a window's frame it needs a third less processor time for the same pages
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
];
const places = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

const onPath = (name) => {
  const found = spawnSync(process.platform === "win32" ? "where" : "which", [name], { encoding: "utf8" });
  return found.status === 0 ? found.stdout.split("\n")[0].trim() : null;
};

const playwrightOwn = () => {
  const path = require("playwright-core").chromium.executablePath();
  return path && existsSync(path) ? path : null;
};

const findBrowser = () =>
  process.env.P4TWIN_BROWSER ?? names.map(onPath).find(Boolean) ?? places.find(existsSync) ?? playwrightOwn();

/** Path of a usable Chromium. Throws with what to do when none can be found or installed. */
export function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  console.log("No browser found: installing one for the browser tests");
  spawnSync(
    process.execPath,
    [join(dirname(require.resolve("playwright-core/package.json")), "cli.js"), "install", "chromium"],
    {
      stdio: "inherit",
    },
  );
  const own = playwrightOwn();
  if (own) return own;
  if (process.getuid?.() === 0 && onPath("apt-get")) {
    execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    // older releases of Debian and Ubuntu have no package of the shell alone
    for (const name of ["chromium-headless-shell", "chromium"]) {
      spawnSync("apt-get", ["install", "-y", "-qq", name], { stdio: "inherit", env });
      const installed = findBrowser();
      if (installed) return installed;
    }
  }
  throw new Error(
    "The browser tests need Chromium or Chrome: install one, or set P4TWIN_BROWSER to its path",
  );
}
