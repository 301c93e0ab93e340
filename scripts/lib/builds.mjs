// Folders of builds, one for each state of the sources: what runs still loads from its own.
// Plain JavaScript for Node 20.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** Folders of earlier states that stay: of what may still run. */
const KEPT = 3;
const UNFINISHED = "unfinished-";
/** What is unfinished for so long was interrupted. */
const GIVEN_UP_MS = 3_600_000;

/** Has `make` fill a new folder, which then is `folder`. Others that build at the same moment do not disturb. */
export async function makeBuild(folder, make) {
  const builds = dirname(folder);
  const unfinished = join(builds, `${UNFINISHED}${process.pid}-${Date.now()}`);
  // whoever installs it may be another user than the one that runs it
  mkdirSync(unfinished, { recursive: true });
  try {
    await make(unfinished);
    try {
      renameSync(unfinished, folder);
    } catch (error) {
      // another one was faster
      if (!existsSync(folder)) throw error;
    }
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  removeOld(builds, folder);
}

function removeOld(builds, folder) {
  const others = readdirSync(builds)
    .map((name) => join(builds, name))
    .filter((path) => path !== folder)
    .map((path) => ({ path, madeMs: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.madeMs - a.madeMs);
  const isUnfinished = ({ path }) => path.includes(UNFINISHED);
  const late = [
    ...others.filter((other) => !isUnfinished(other)).slice(KEPT),
    // another process may be at it right now
    ...others.filter((other) => isUnfinished(other) && Date.now() - other.madeMs > GIVEN_UP_MS),
  ];
  for (const { path } of late) rmSync(path, { recursive: true, force: true });
}
