// The packed command line's start (`scripts/lib/bundleCli.mjs` writes it as p4twin.cjs): reads the files beside it with
// the code that V8 compiled of them in earlier runs of the same command, functions that were called included. Node's own
// compile cache holds a file's outermost code only, and Node 20 has none.
const {
  closeSync,
  fsyncSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} = require("node:fs");
const { isAbsolute, join } = require("node:path");
const { getHeapSpaceStatistics, setFlagsFromString } = require("node:v8");
const { Script } = require("node:vm");

/** Of all files: written in by the bundler. */
const BUILD = "BUILD";
/** Runs that add what they compiled to what is kept (our choice): later ones find little that is new. */
const LEARNING_RUNS = 4;
/** What an older version kept goes after so many days (our choice). */
const KEPT_DAYS = 30;

// most commands end before optimised code pays: it begins ten times as late, which long runs do not notice
const v8Major = Number.parseInt(process.versions.v8, 10);
const flags =
  v8Major >= 13
    ? [
        "--invocation-count-for-maglev=4000",
        "--invocation-count-for-maglev-osr=1000",
        "--invocation-count-for-turbofan=30000",
        "--invocation-count-for-osr=5000",
      ]
    : ["--interrupt-budget=1320000"];
for (const flag of flags) setFlagsFromString(flag);
boundYoungObjects();

const command = /^[a-z]{1,20}$/.exec(process.argv[2] ?? "")?.[0] ?? "other";
const folder = cacheFolder();
const kept = readKept();
let isComplete = true;
const scripts = new Map();
const loaded = new Map();

/**
 * Room for new objects grows to 8 MB at once and no further (our choice): Node 24 lets it grow to four times that, which
 * costs large programs a third more memory and saves no time. V8 reads the most that it may have before any line of
 * ours, but how it grows each time: so a little that stays makes it grow here.
 */
function boundYoungObjects() {
  const roomBytes = () => getHeapSpaceStatistics().find((each) => each.space_name === "new_space").space_size;
  setFlagsFromString("--semi-space-growth-factor=8");
  const kept = [];
  for (let round = 0; round < 24 && roomBytes() < 4_000_000; round++)
    for (let index = 0; index < 256; index++) kept.push(new Array(128).fill(0));
  setFlagsFromString("--semi-space-growth-factor=1");
}

/** Below the user's own folder for caches: what lies in a folder that others may write is not run. */
function cacheFolder() {
  const { NODE_DISABLE_COMPILE_CACHE, NODE_COMPILE_CACHE, XDG_CACHE_HOME, LOCALAPPDATA, HOME } = process.env;
  if (NODE_DISABLE_COMPILE_CACHE) return null;
  const ofUser = {
    win32: LOCALAPPDATA,
    darwin: HOME && join(HOME, "Library", "Caches"),
  };
  const base =
    NODE_COMPILE_CACHE || XDG_CACHE_HOME || (ofUser[process.platform] ?? (HOME && join(HOME, ".cache")));
  if (!base || !isAbsolute(base)) return null;
  return join(base, "p4twin", `${BUILD}-${process.version}-${process.arch}`);
}

/** Header (its length, then JSON), then the compiled code of each file. Null when there is none of this user's. */
function readKept() {
  let file = null;
  try {
    file = openSync(join(folder, command), "r");
    if (process.getuid && fstatSync(file).uid !== process.getuid()) return null;
    const bytes = readFileSync(file);
    let at = 8 + bytes.readUInt32LE(0);
    const { runs, files } = JSON.parse(bytes.latin1Slice(8, at));
    at += -at & 7;
    const code = new Map();
    for (const [name, length] of files) {
      if (at + length > bytes.length) return null;
      code.set(name, bytes.subarray(at, at + length));
      at += length + (-length & 7);
    }
    return { runs, code };
  } catch {
    return null;
  } finally {
    if (file !== null) closeSync(file);
  }
}

function keep() {
  const files = [];
  const parts = [];
  for (const [name, script] of scripts) {
    const code = script.createCachedData();
    files.push([name, code.length]);
    parts.push(code, Buffer.alloc(-code.length & 7));
  }
  const header = Buffer.from(JSON.stringify({ runs: (isComplete ? (kept?.runs ?? 0) : 0) + 1, files }));
  const length = Buffer.alloc(8);
  length.writeUInt32LE(header.length);
  const bytes = Buffer.concat([length, header, Buffer.alloc(-header.length & 7), ...parts]);
  const part = join(folder, `${command}.${process.pid}.part`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = openSync(part, "wx", 0o600);
  try {
    writeFileSync(file, bytes);
    // half of it after a crash of the machine would be run
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(part, join(folder, command));
  if (kept === null) dropOld();
}

function dropOld() {
  const all = join(folder, "..");
  for (const name of readdirSync(all)) {
    const ageMs = Date.now() - statSync(join(all, name)).mtimeMs;
    if (ageMs > KEPT_DAYS * 86_400_000) rmSync(join(all, name), { recursive: true });
  }
}

function load(name) {
  const known = loaded.get(name);
  if (known) return known.exports;
  const filename = join(__dirname, name);
  // of the letters of ASCII only, as the bundler writes them
  const text = readFileSync(filename, "latin1");
  const cachedData = kept?.code.get(name);
  const script = new Script(`(function(exports,require,module,__filename,__dirname){${text}\n})`, {
    filename,
    cachedData,
  });
  if (cachedData === undefined || script.cachedDataRejected) isComplete = false;
  scripts.set(name, script);
  const module = { exports: {} };
  loaded.set(name, module);
  script.runInThisContext()(module.exports, requireFrom, module, filename, __dirname);
  return module.exports;
}

const requireFrom = (id) => (id.startsWith("./") ? load(id.slice(2)) : require(id));

process.on("exit", (code) => {
  const isDone = code === 0 || code === 3;
  if (folder === null || !isDone || (isComplete && kept && kept.runs >= LEARNING_RUNS)) return;
  try {
    keep();
  } catch {
    // a folder that cannot be written: the next start takes as long as this one
  }
});

load("cli.cjs").run();
