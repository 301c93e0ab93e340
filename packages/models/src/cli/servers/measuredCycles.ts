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
 * the rows `measuring`. Of several runs in one file the least counts for each row: what else the machine did is never
 * less than nothing. Undefined without `--measured`.
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
  const least = new Map<string, number>();
  for (const f of measurement.functions)
    least.set(f.id, Math.min(cyclesOf(f), least.get(f.id) ?? Number.POSITIVE_INFINITY));
  const clock = Math.max(0, ...[...least].flatMap(([id, cycles]) => (isClock(id) ? [cycles] : [])));
  return new Map(
    [...least]
      .filter(([id]) => !isClock(id))
      .map(([id, cycles]) => {
        const number = Number(/^class (\d+)$/.exec(id)?.[1] ?? Number.NaN);
        if (classes[number] === undefined)
          throw inputError(
            file,
            "class-cycles",
            `${id}: a function is called "class 0" to "class ${classes.length - 1}" here, and has packets and cycles`,
          );
        if (cycles <= clock && clock > 0)
          throw inputError(
            file,
            "class-cycles",
            `${id} took no longer than reading the clock: the machine was busy; put more runs into the file, of which the least counts`,
          );
        return [number, cycles - clock];
      }),
  );
}
