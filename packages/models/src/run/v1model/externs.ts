import type { ExternArgument, ExternCall } from "../compile/externCall.ts";
import type { ConstructorCall, ExternLibrary } from "../compile/scope.ts";
import { CounterArray, DirectCounter } from "../externs/counters.ts";
import { hashName, hashOf } from "../externs/hashes.ts";
import { hashInput } from "../externs/hashInput.ts";
import { DirectMeter, MeterArray } from "../externs/meters.ts";
import { RegisterArray } from "../externs/registers.ts";
import { ActionProfile } from "../tables/actionProfile.ts";
import type { Value } from "../values/node.ts";
import { valueFor } from "../values/numbers.ts";
import type { Fate } from "./fate.ts";
import { v1Function } from "./functions.ts";

type Call = () => Value | undefined;

/** The extern objects and functions of v1model; functions leave their wishes in `fate`. */
export const v1Externs = (fate: Fate): ExternLibrary => ({
  construct,
  method,
  function: (name, call) => v1Function(name, call, fate),
});

function construct(type: string, { path, values, shapes, machine }: ConstructorCall): object | null {
  const size = Number(values.size ?? 0);
  switch (type) {
    case "counter":
      return new CounterArray(size, machine);
    case "direct_counter":
      return new DirectCounter(machine);
    case "meter":
      return new MeterArray(size, String(values.type), machine);
    case "direct_meter":
      return new DirectMeter(String(values.type), machine);
    case "register":
      return new RegisterArray(size, shapes[0] ?? { kind: "none" });
    case "action_profile":
      return new ActionProfile(path, null);
    case "action_selector":
      return new ActionProfile(path, hashName(String(values.algorithm)));
    case "Checksum16":
      return new Checksum16();
    default:
      return null;
  }
}

/** The older form of a checksum: it holds nothing. */
class Checksum16 {}

const indexOf = (argument: ExternArgument | null | undefined): (() => number) => {
  const value = argument?.value;
  return () => Number(value?.());
};

function method(_: string, name: string, object: object, call: ExternCall): Call | null {
  const { arguments: given } = call;
  if (object instanceof Checksum16) {
    const input = hashInput(call.scope, given[0]!.expression);
    return () => Number(hashOf("csum16", input().view()));
  }
  if (object instanceof CounterArray) {
    const index = indexOf(given[0]);
    return () => void object.count(index());
  }
  if (object instanceof DirectCounter) return () => undefined;
  if (object instanceof MeterArray) {
    const index = indexOf(given[0]);
    const write = colourWriter(given[1]);
    return () => {
      const colour = object.execute(index());
      if (colour !== null) write(colour);
      return undefined;
    };
  }
  if (object instanceof DirectMeter) {
    object.targets.push(colourWriter(given[0]));
    return () => undefined;
  }
  return object instanceof RegisterArray ? registerMethod(object, name, given) : null;
}

function colourWriter(target: ExternArgument | null | undefined): (colour: number) => void {
  if (!target?.set) return () => undefined;
  const { set, shape } = target;
  return (colour) => set(valueFor(BigInt(colour), shape));
}

function registerMethod(object: RegisterArray, name: string, given: ExternCall["arguments"]): Call {
  if (name === "write") {
    const index = indexOf(given[0]);
    const value = given[1]?.value;
    return () => {
      const at = index();
      if (value) object.write(at, value());
      return undefined;
    };
  }
  const index = indexOf(given[1]);
  const set = given[0]?.set;
  return () => {
    const value = object.read(index());
    if (value !== null) set?.(value);
    return undefined;
  };
}
