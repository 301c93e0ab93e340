import { readMeasurement } from "../../server/index.ts";
import type { Synthesis } from "../../synthesis/index.ts";
import { positiveNumber } from "../arguments.ts";
import { InputError, inputError, UsageError } from "../errors.ts";
import { readInput } from "../input/readInput.ts";
import type { Io } from "../io.ts";

const CYCLES_PER_MS = 1e6;

/**
 * Cycles of one packet by class, out of the counter file `--measured` (room `server`) whose functions are called
 * `class N`: cycles that perf counted, or times that `synthesise --to click --timed` printed, at `--ghz`, less those of
 * the rows `measuring`. Undefined without `--measured`.
 */
export async function measuredCycles(
  io: Io,
  values: { measured?: string | undefined; ghz?: string | undefined },
  { classes }: Synthesis,
): Promise<Map<number, number> | undefined> {
  const ghz = positiveNumber("ghz", values.ghz);
  if (values.measured === undefined) {
    if (ghz !== null) throw new UsageError("--ghz needs --measured: the clock of the machine that measured");
    return undefined;
  }
  const { file, text } = await readInput(io, values.measured, {
    folder: "servers/counters",
    extensions: [".json"],
  });
  const { measurement, diagnostics } = readMeasurement(text, file, { id: null, packets: null, cores: [] });
  if (measurement === null) throw new InputError(file, diagnostics);
  const cyclesOf = ({ id, packets, cycles, times }: (typeof measurement.functions)[number]): number => {
    if (packets === null || (cycles === null && times.runMs === null))
      throw inputError(file, "class-cycles", `${id} has no packets, or neither cycles nor runMs`);
    if (cycles !== null) return cycles / packets;
    if (ghz === null)
      throw new UsageError(`${file} has times: --ghz is the clock of the machine that measured, such as 3.2`);
    return (times.runMs! * ghz * CYCLES_PER_MS) / packets;
  };
  const isClock = (id: string): boolean => /^measuring \d+$/.test(id);
  const { functions } = measurement;
  const clock = Math.max(0, ...functions.filter((f) => isClock(f.id)).map(cyclesOf));
  return new Map(
    functions
      .filter((f) => !isClock(f.id))
      .map((f) => {
        const number = Number(/^class (\d+)$/.exec(f.id)?.[1] ?? Number.NaN);
        if (classes[number] === undefined)
          throw inputError(
            file,
            "class-cycles",
            `${f.id}: a function is called "class 0" to "class ${classes.length - 1}" here, and has packets and cycles`,
          );
        return [number, Math.max(0, cyclesOf(f) - clock)];
      }),
  );
}
