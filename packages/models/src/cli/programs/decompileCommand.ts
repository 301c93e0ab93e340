import { isBmv2Json, p4TextOf } from "../../program/index.ts";
import { onlyPositional, parseArguments } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { InputError, inputError } from "../errors.ts";
import { readInput } from "../input/readInput.ts";

export const decompileCommand: Command = {
  name: "decompile",
  summary: "P4 source of what p4c-bm2-ss compiled for v1model",
  usage: `usage: p4twin decompile FILE

FILE is the JSON of p4c-bm2-ss, as a running BMv2 gives it back. What is printed means the same: names of the control
plane are the program's own, others may differ. Remarks tell the lines of the source it was compiled from. It is what
"run", "test" and "features" work on when they are given FILE, so the lines that they name are its lines.`,
  async run(argv, io) {
    const { positionals } = parseArguments(argv, {});
    const file = onlyPositional(positionals, "FILE");
    const source = await readInput(io, file, { folder: "programs", extensions: [".json"] });
    if (!isBmv2Json(source.text))
      throw inputError(source.file, "bmv2-json", "this is not what p4c-bm2-ss writes");
    const { text, problem } = p4TextOf(source);
    if (text === null) throw new InputError(source.file, [problem]);
    io.stdout(text);
    return exitCode.done;
  },
};
