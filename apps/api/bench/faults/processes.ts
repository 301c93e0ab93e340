import { readdirSync, readFileSync } from "node:fs";

export type SeenProcess = { pid: number; parent: number; command: string };

const read = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

/** Every process beneath `root`, as the kernel lists them: the root itself first. */
export function processTree(root: number): SeenProcess[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name): SeenProcess[] => {
      const stat = read(`/proc/${name}/stat`);
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (fields.length < 2 || fields[0] === "Z") return [];
      const command = read(`/proc/${name}/cmdline`).replaceAll("\0", " ").trim();
      return [{ pid: Number(name), parent: Number(fields[1]), command }];
    });
  const tree = all.filter((p) => p.pid === root);
  for (const found of tree) tree.push(...all.filter((p) => p.parent === found.pid));
  return tree;
}

/** Sends a signal; a process that has gone meanwhile is fine. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
