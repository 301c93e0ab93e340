import type { Diagnostic } from "../../core/index.ts";
import type { SourceText } from "../../p4/index.ts";
import { isBmv2Json, readBmv2 } from "../bmv2/readBmv2.ts";
import { decompile } from "./decompile.ts";
import { DecompileError } from "./failure.ts";

/** P4 source of a program; `problem`: a compiled one has no words in P4, and why. */
export type P4Text = { text: string; problem: null } | { text: null; problem: Diagnostic };

/** The text itself, or for what p4c-bm2-ss made of a program, P4 source that means the same. Never throws. */
export function p4TextOf({ text, file }: SourceText): P4Text {
  if (!isBmv2Json(text)) return { text, problem: null };
  const read = readBmv2(text);
  if (read.program === null) {
    const [first] = read.diagnostics;
    return failed(first?.message ?? `${file} is no compiled program`);
  }
  if (!read.program.headers.some(({ name }) => name === "standard_metadata"))
    return failed("it was compiled for another architecture than v1model; use its P4 source");
  try {
    return { text: decompile(read.program), problem: null };
  } catch (error) {
    if (error instanceof DecompileError) return failed(error.message);
    // an absurdly deep program ends the stack
    if (error instanceof RangeError) return failed("the program is nested too deeply");
    throw error;
  }
}

const failed = (message: string): P4Text => ({
  text: null,
  problem: {
    severity: "error",
    code: "bmv2-json",
    message: `this compiled program cannot be written as P4: ${message}`,
    span: null,
  },
});
