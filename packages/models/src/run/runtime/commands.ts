import { byName, ControlError, controlNumber } from "../../program/index.ts";
import { CounterArray } from "../externs/counters.ts";
import { DirectMeter, type Meter, MeterArray, type MeterConfig } from "../externs/meters.ts";
import { RegisterArray } from "../externs/registers.ts";
import type { Target } from "../target.ts";
import { valueFor } from "../values/numbers.ts";
import { groupCommand } from "./groups.ts";

/**
 * A command of BMv2's command line that is not about tables: sessions, groups, registers, meters. Questions give
 * nothing. Throws `ControlError`.
 */
export function commandOf(target: Target, verb: string, words: readonly string[]): void {
  const { replication } = target;
  const number = (index: number): number => {
    const value = Number(words[index]);
    if (!Number.isInteger(value)) throw new ControlError(`${verb} needs a number in place ${index + 1}`);
    return value;
  };
  if (groupCommand(target, verb, words)) return;
  switch (verb) {
    case "mirroring_add":
      replication.setSession(number(0), { port: number(1) });
      return;
    case "mirroring_add_mc":
      replication.setSession(number(0), { group: number(1) });
      return;
    case "mirroring_delete":
      if (!replication.removeSession(number(0)))
        throw new ControlError(`there is no clone session ${number(0)}`);
      return;
    case "set_queue_rate":
    case "set_queue_depth":
      queues(
        target,
        verb,
        words.map((_, index) => number(index)),
      );
      return;
    case "set_crc16_parameters":
    case "set_crc32_parameters":
      crcParameters(target, verb, words);
      return;
    case "register_write":
    case "register_reset":
      register(target, verb, words);
      return;
    case "counter_write": {
      const count = externOf(target, words[0], CounterArray, "counter").at(number(1));
      Object.assign(count, { packets: number(2), bytes: number(3) });
      return;
    }
    case "meter_set_rates":
      for (const meter of metersOf(target, words[0], number(1)))
        meter.configure(rates(words.slice(2)), target.machine.nowUs);
      return;
    case "meter_array_set_rates":
      for (const meter of metersOf(target, words[0], null))
        meter.configure(rates(words.slice(1)), target.machine.nowUs);
      return;
    default:
      if (!SILENT.test(verb)) throw new ControlError(`${verb} is not a known command`);
  }
}

/** Questions, and counters that begin anew. */
const SILENT = /^(remove|wait|check_counter|mirroring_get|show_\w+|help|\w+_(read|get_rates|reset))$/;

/** Rate or depth of all queues, of those of a port, or of one of its priorities. */
function queues({ queues: held }: Target, verb: string, [value, port, priority]: readonly number[]): void {
  if (!held) throw new ControlError(`${verb}: this switch has no queues that can be set`);
  if (value === undefined || value < 0)
    throw new ControlError(
      `${verb} needs a number from 0 on, then a port and a priority where not all are meant`,
    );
  if (priority !== undefined && priority >= held.priorities)
    throw new ControlError(`a port has ${held.priorities} queues; there is no priority ${priority}`);
  if (verb === "set_queue_rate") held.setRate(value, port, priority);
  else held.setDepth(value, port, priority);
}

/**
 * `calculation polynomial initial xorOut reflectIn reflectOut`. p4c makes up the names of calculations, so the one that
 * a name means is known only where the program has a single one of that width.
 */
function crcParameters(target: Target, verb: string, [name, ...words]: readonly string[]): void {
  const width = verb.includes("16") ? 16 : 32;
  const [found, another] = target.machine.customCrcs.filter((each) => each.width === width);
  if (!found)
    throw new ControlError(`${verb}: the program computes no crc${width}_custom, so there is no ${name}`);
  if (another)
    throw new ControlError(
      `${verb}: the program computes several crc${width}_custom; which of them p4c calls ${name} is unknown here`,
    );
  const [polynomial, initial, xorOut] = words.slice(0, 3).map((word) => controlNumber(word));
  const [reflectIn, reflectOut] = words.slice(3).map((word) => /^true$/i.test(word));
  const isWhole = words.length === 5 && words.slice(3).every((word) => /^(true|false)$/i.test(word));
  const numbers = [polynomial, initial, xorOut];
  if (!isWhole || numbers.some((each) => each === undefined || BigInt.asUintN(width, each) !== each))
    throw new ControlError(
      `${verb} needs a calculation, a polynomial, the first remainder, the final xor (${width} bits each) and two of true or false`,
    );
  found.change({
    polynomial: polynomial!,
    initial: initial!,
    xorOut: xorOut!,
    reflectIn: reflectIn!,
    reflectOut: reflectOut!,
  });
}

function register(target: Target, verb: string, [name, index, value]: readonly string[]): void {
  const array = externOf(target, name, RegisterArray, "register");
  if (verb === "register_reset") array.reset();
  else if (index !== undefined && value !== undefined)
    array.write(Number(index), valueFor(controlNumber(value), array.shape));
  else throw new ControlError("register_write needs a register, an index and a value");
}

/** `rate:burst` of the committed and the peak rate, in units per us. */
function rates(words: readonly string[]): MeterConfig {
  const [committed, peak] = words.map((word) => {
    const [perUs, burst] = word.split(":").map(Number);
    return { perUs: perUs ?? 0, burst: burst ?? 0 };
  });
  if (!committed || !peak || [committed, peak].some(({ perUs, burst }) => !(perUs >= 0) || !(burst >= 0)))
    throw new ControlError("a meter needs two rates, the smaller one first, as in 0.01:10 0.02:20");
  return { committed, peak };
}

/** Meters of an array by index, of a table by the handle of an entry; null: all of them. */
function metersOf(target: Target, name: string | undefined, at: number | null): Meter[] {
  const { externs, tables } = target.machine;
  const all = externs.filter(({ object }) => object instanceof MeterArray || object instanceof DirectMeter);
  const { object } = byName(all, ({ path }) => path, name ?? "", "meter");
  if (object instanceof MeterArray)
    return at === null
      ? Array.from({ length: object.size }, (_, index) => object.at(index))
      : [object.at(at)];
  const meter = object as DirectMeter;
  const entries = tables.flatMap((table) => (table.direct.includes(meter) ? table.entries : []));
  const wanted = entries.filter(({ handle }) => at === null || handle === at);
  if (at !== null && wanted.length === 0)
    throw new ControlError(`no entry that ${name} measures has the handle ${at}`);
  return wanted.map((entry) => meter.of(entry));
}

/** The extern object of this kind that the control plane calls so. */
export function externOf<T extends object>(
  target: Target,
  name: string | undefined,
  type: abstract new (...given: never[]) => T,
  what: string,
): T {
  const all = target.machine.externs.filter(({ object }) => object instanceof type);
  return byName(all, ({ path }) => path, name ?? "", what).object as T;
}
