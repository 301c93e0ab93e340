import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Program } from "./programs.ts";

/** The file that p4c makes; null, and said aloud, when it refuses the program. */
export function compiled(
  program: Pick<Program, "name" | "file" | "text">,
  p4c: string,
  folder: string,
): string | null {
  const slug = slugOf(program.name);
  const json = join(folder, `${slug}.json`);
  const source = program.file ?? join(folder, `${slug}.p4`);
  if (program.file === null) writeFileSync(source, program.text);
  const made = spawnSync(p4c, ["--std", "p4-16", "-o", json, source], { encoding: "utf8" });
  if (made.status === 0) return json;
  const why = /error: .*/.exec(made.stderr)?.[0] ?? made.stderr.trim().split("\n").at(-1);
  console.log(`${program.name}: p4c refuses it: ${why}`);
  return null;
}

export const slugOf = (name: string): string => name.replace(/[^\w]+/g, "-");
