import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Program } from "./programs.ts";

/** Our choice: processor time that p4c may take for a program; for some it takes hours. */
const LONGEST_S = 60;
const LIMITED = `ulimit -t ${LONGEST_S}; exec "$@"`;

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
  const compile = [p4c, "--std", "p4-16", "-o", json, source];
  const made = spawnSync("/bin/sh", ["-c", LIMITED, "sh", ...compile], { encoding: "utf8" });
  if (made.status === 0) return json;
  if (made.signal) {
    console.log(`${program.name}: p4c ends with ${made.signal}: no more than ${LONGEST_S} s are let`);
    return null;
  }
  const why = /error: .*(?:\n.*){0,1}/.exec(made.stderr)?.[0] ?? made.stderr.trim().split("\n").at(-1);
  console.log(`${program.name}: p4c refuses it: ${why}`);
  return null;
}

export const slugOf = (name: string): string => name.replace(/[^\w]+/g, "-");
