import type { Path } from "../../program/index.ts";
import type { TraceEvent } from "../trace.ts";
import type { Setup } from "./setup.ts";
import type { TrialSwitch } from "./trial.ts";

type StateEvent = Extract<TraceEvent, { kind: "state" }>;

/**
 * The setup with one more member of a value set: the values by which the packet left the path in the parser. Null: it
 * did not, or no set of the program takes them.
 */
export function withMember(
  path: Path,
  setup: Setup,
  events: readonly TraceEvent[],
  { target }: TrialSwitch,
): Setup | null {
  const { valueSets } = target.machine;
  if (valueSets.length === 0) return null;
  const passed = events.filter((event): event is StateEvent => event.kind === "state");
  const at = passed.findIndex((_, i) => lastName(passed[i + 1]?.name) !== lastName(path.states[i + 1]));
  if (at < 0) return null;
  const values = Object.values(passed[at]!.select ?? {});
  for (const { name, widths } of valueSets) {
    if (values.length === 0 || widths.length !== values.length) continue;
    let whole = 0n;
    for (const [index, width] of widths.entries()) whole = (whole << BigInt(width)) | BigInt(values[index]!);
    const command = { verb: "pvs_add", words: [name, `0x${whole.toString(16)}`] };
    const isSet = setup.commands.some(({ words }) => words.join() === command.words.join());
    if (!isSet) return { ...setup, commands: [...setup.commands, command] };
  }
  return null;
}

const lastName = (state = ""): string => state.slice(state.lastIndexOf(".") + 1);
