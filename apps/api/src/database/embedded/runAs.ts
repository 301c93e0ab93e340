import { execFileSync, spawnSync } from "node:child_process";

/** Credentials for child processes; empty when this process is not root. */
export type RunAs = { uid?: number; gid?: number };

const number = (...args: string[]): number | null => {
  try {
    const value = Number.parseInt(
      execFileSync("id", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
      10,
    );
    return Number.isNaN(value) ? null : value;
  } catch {
    return null;
  }
};

const find = (name: string): Required<RunAs> | null => {
  const uid = number("-u", name);
  const gid = number("-g", name);
  return uid === null || gid === null || uid === 0 ? null : { uid, gid };
};

/**
 * PostgreSQL refuses to run as root: as root it runs as `postgres` (made when absent), else as `nobody`.
 * Throws with the remedy when there is neither.
 */
export function choosePostgresUser(): RunAs {
  if (process.getuid?.() !== 0) return {};
  const known = find("postgres");
  if (known) return known;
  spawnSync("useradd", ["--system", "--user-group", "--no-create-home", "postgres"], { stdio: "ignore" });
  const user = find("postgres") ?? find("nobody");
  if (user) return user;
  throw new Error(
    "PostgreSQL cannot run as root, and there is no user `postgres` or `nobody` to run it as. Start P4Twin as an ordinary user, or set DATABASE_URL.",
  );
}

/** Whether that user can get into the directory. */
export const canEnter = (directory: string, runAs: RunAs): boolean =>
  runAs.uid === undefined ||
  spawnSync("/bin/sh", ["-c", 'cd "$0"', directory], { ...runAs, cwd: "/", stdio: "ignore" }).status === 0;

/** Whether that user can run the program. */
export const canRun = (program: string, runAs: RunAs): boolean =>
  spawnSync(program, ["--version"], { ...runAs, cwd: "/", stdio: "ignore" }).status === 0;
