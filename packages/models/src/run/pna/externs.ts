import type { ExternArgument, ExternCall } from "../compile/externCall.ts";
import { type ExternLibrary, UnsupportedError } from "../compile/scope.ts";
import { assertion } from "../externs/assertion.ts";
import type { Machine } from "../machine.ts";
import { portableMethod, portableObject } from "../portable/externs.ts";
import { held, Node, type Value } from "../values/node.ts";
import { bitsOf, valueFor } from "../values/numbers.ts";
import { widthOf } from "../values/shape.ts";

type Call = () => Value | undefined;

/** What the main control asked for by calling functions; begins anew with each pass. */
export class PnaWish {
  /** null: the packet is dropped, as one that nothing sends (our choice; PNA 0.7 leaves it open) */
  port: number | null = null;
  recirculates = false;
  /** sessions by slot; the last call for a slot counts */
  readonly mirrors = new Map<number, number>();

  clear(): void {
    this.port = null;
    this.recirculates = false;
    this.mirrors.clear();
  }
}

/** The externs of the Portable NIC Architecture, and what DPDK adds to it. */
export function pnaExterns(wish: PnaWish): ExternLibrary {
  let flowId = 0;
  return {
    construct: portableObject,
    method: (type, name, object, call) =>
      portableMethod(type, name === "dpdk_execute" ? "execute" : name, object, call),
    function: (name, call) =>
      name === "allocate_flow_id" ? () => flowId++ : (packetFunction(name, call, wish) ?? plain(name, call)),
  };
}

function packetFunction(name: string, { arguments: given }: ExternCall, wish: PnaWish): Call | null {
  const number = (index: number): number => Number(given[index]?.value());
  switch (name) {
    case "drop_packet":
      return () => {
        wish.port = null;
        return undefined;
      };
    case "send_to_port":
      return () => {
        wish.port = number(0);
        return undefined;
      };
    case "mirror_packet":
      return () => void wish.mirrors.set(number(0), number(1));
    case "recirculate":
      return () => {
        wish.recirculates = true;
        return undefined;
      };
    default:
      return null;
  }
}

/** Functions that decide nothing about the packet. Times of expiry have no effect: entries stay. */
function plain(name: string, call: ExternCall): Call | null {
  const { arguments: given } = call;
  const { machine } = call.scope.c;
  switch (name) {
    case "SelectByDirection":
      return () => given[given[0]?.value() === "NET_TO_HOST" ? 1 : 2]?.value();
    case "add_entry":
      return addEntry(call, given[0], given[1], () => true, machine);
    case "add_entry_if":
      return addEntry(call, given[1], given[2], () => given[0]?.value() === true, machine);
    case "set_entry_expire_time":
    case "set_entry_expire_time_if":
    case "restart_expire_timer":
    case "update_expire_info":
      return () => undefined;
    case "assert":
    case "assume":
      return assertion(name, given[0]);
    default:
      return null;
  }
}

type Given = ExternArgument | null | undefined;

/** Gives the table that the packet missed last an entry for the key it had (PNA 0.7, add-on-miss). */
function addEntry(
  call: ExternCall,
  action: Given,
  data: Given,
  wanted: () => boolean,
  machine: Machine,
): Call {
  const label = String(action?.value());
  const { span } = call.expression;
  const done = call.shape.kind === "bool" ? true : valueFor(0n, call.shape);
  const notDone = call.shape.kind === "bool" ? false : valueFor(1n, call.shape);
  return () => {
    const missed = machine.missed;
    if (!wanted() || !missed) return notDone;
    const { table, keys } = missed;
    const index = table.actions.findIndex((each) => each.label === label || each.name === label);
    if (index < 0) throw new UnsupportedError(`table ${table.name} has no action ${label} to add`, span);
    const given = data?.value();
    const values = given instanceof Node ? [...given.f] : given === undefined ? [] : [given];
    if (values.length !== table.actions[index]!.parameters.length)
      throw new UnsupportedError(`action ${label} takes other parameters than these`, span);
    const matches = table.keys.map(({ kind, width, shape }, i) => {
      const value = keys[i]!;
      if (kind === "lpm") return { kind, value: bitsOf(value, width), prefix: widthOf(shape) };
      return { kind: "exact" as const, value: typeof value === "string" ? value : bitsOf(value, width) };
    });
    table.add({ matches, priority: 0, run: { action: index, values: values.map(held) }, span: null });
    machine.missed = null;
    return done;
  };
}
