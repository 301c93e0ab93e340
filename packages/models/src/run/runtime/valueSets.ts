import { byName, ControlError, controlNumber, type Match } from "../../program/index.ts";
import type { Target } from "../target.ts";

/** BMv2's commands for value sets of parsers; false: another command. The fields of a set follow without gaps. */
export function valueSetCommand(target: Target, verb: string, [name = "", text]: readonly string[]): boolean {
  if (!/^pvs_(add|remove|clear)$/.test(verb)) return false;
  const set = byName(target.machine.valueSets, (each) => each.name, name, "value set");
  if (verb === "pvs_clear") {
    set.members = [];
    return true;
  }
  const whole = controlNumber(text ?? "");
  const bits = set.widths.reduce((sum, width) => sum + width, 0);
  if (BigInt.asUintN(bits, whole) !== whole)
    throw new ControlError(`${text} does not fit ${set.name}, which has ${bits} bits`);
  let behind = bits;
  const member = set.widths.map((width): Match => {
    behind -= width;
    return { kind: "exact", value: BigInt.asUintN(width, whole >> BigInt(behind)) };
  });
  const isSame = (other: readonly Match[]): boolean =>
    other.every(
      (match, i) => match.kind === "exact" && match.value === (member[i] as { value: bigint }).value,
    );
  const others = set.members.filter((each) => !isSame(each));
  set.members = verb === "pvs_add" ? [...others, member] : others;
  return true;
}
