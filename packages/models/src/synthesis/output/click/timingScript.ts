import type { Synthesis, TrafficClass } from "../../classes/synthesis.ts";

/**
 * Prints the counter file when all captures are read, a row for each class of `ended` by the number that people know it
 * by; classes that only Click has are comments of it.
 */
export function timingScript(
  { classes, classifiers }: Synthesis,
  ended: ReadonlySet<number>,
  numbers: ReadonlyMap<TrafficClass, number>,
): string {
  // without packets the row is a comment
  const row = (what: string, id: number, element: string): string =>
    `print "$(if $(gt $(${element}.count) 0) ${what} #none) ${id},$(${element}.count),$(mul $(${element}.time) 1000)"`;
  const rows = [...ended]
    .filter((id) => classes[id]!.ending.kind !== "cut")
    .sort((a, b) => a - b)
    .map((id) => {
      const number = numbers.get(classes[id]!);
      return number === undefined ? row("#known", id, `time${id}`) : row("class", number, `time${id}`);
    });
  const clocks = classifiers.map((_, i) => row("measuring", i, `measuring${i}`));
  const lines = [`pause ${clocks.length}`, 'print "function,packets,runMs"', ...clocks, ...rows];
  return `Script(TYPE DRIVER,\n  ${lines.join(",\n  ")});`;
}
