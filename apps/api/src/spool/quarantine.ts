import { basename, join } from "node:path";
import { attempt, type SpoolFs } from "./files.ts";

export type QuarantineConfig = { dir: string; maxBytes: number; maxFiles: number };

/**
 * Where bytes go that are no records any more, for whoever wants to look at them: bounded, the oldest go
 * first. On a disk that takes nothing they are lost; they are counted all the same.
 */
export function createQuarantine({ dir, maxBytes, maxFiles }: QuarantineConfig, fs: SpoolFs) {
  const begun = new Set<string>();

  const trim = (): void => {
    const files = fs
      .readdirSync(dir)
      .map((name) => ({ path: join(dir, name), stat: fs.statSync(join(dir, name)) }))
      .sort((a, b) => b.stat.mtimeMs - a.stat.mtimeMs);
    let bytes = 0;
    files.forEach(({ path, stat }, i) => {
      bytes += stat.size;
      if (i >= maxFiles || bytes > maxBytes) fs.rmSync(path, { force: true });
    });
  };

  return {
    /** Keeps bytes of a file. A later process that finds the same damage writes the same file again. */
    keep(fileName: string, bytes: Buffer): void {
      attempt(() => {
        fs.mkdirSync(dir, { recursive: true });
        const flag = begun.has(fileName) ? "a" : "w";
        fs.writeFileSync(join(dir, `${fileName}.damaged`), bytes.subarray(0, maxBytes), {
          flag,
          mode: 0o600,
        });
        begun.add(fileName);
        trim();
      });
    },
    /** Takes a whole file; false when it cannot be moved. */
    take(path: string): boolean {
      return attempt(() => {
        fs.mkdirSync(dir, { recursive: true });
        fs.renameSync(path, join(dir, `${basename(path)}.unreadable`));
        attempt(trim);
      });
    },
  };
}
