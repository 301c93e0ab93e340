import type { CounterEntry, Draft, Entity, MeterEntry, RegisterEntry, Update } from "../p4runtime/index.ts";
import { checkColours } from "./directResources.ts";
import { invalid, outOfRange } from "./errors.ts";
import { configOfMeter, meterConfig } from "./meterConfigs.ts";
import type { Pipeline } from "./pipeline.ts";
import { found } from "./preambles.ts";
import { dataOf, valueOfData } from "./values.ts";

type Answers = Generator<Draft<Entity>>;

/** Cells that `index` means: one, or all. Throws INVALID_ARGUMENT and OUT_OF_RANGE. */
function cells(index: { index: bigint } | null, size: number, what: string): Iterable<number> {
  if (!index) return Array.from({ length: size }, (_, each) => each);
  if (index.index < 0n) throw invalid(`an index of ${what} cannot be negative`);
  if (index.index >= BigInt(size)) throw outOfRange(`${what} has ${size} cells, no ${index.index}`);
  return [Number(index.index)];
}

const onlyModify = (type: Update["type"], what: string): void => {
  if (type !== "MODIFY") throw invalid(`${what} can only be changed (MODIFY)`);
};

/** One array by its id, or all for 0. */
const chosen = <T>(all: ReadonlyMap<number, T>, id: number, what: string): [number, T][] =>
  id === 0 ? [...all] : [[id, found(all, id, what)]];

export function writeCounter({ counters }: Pipeline, type: Update["type"], entry: CounterEntry): void {
  onlyModify(type, "a counter");
  const array = found(counters, entry.counterId, "counter");
  const { data } = entry;
  for (const index of cells(entry.index, array.size, "the counter"))
    if (data)
      Object.assign(array.at(index), { packets: Number(data.packetCount), bytes: Number(data.byteCount) });
}

export function* readCounters({ counters }: Pipeline, wanted: CounterEntry): Answers {
  for (const [counterId, array] of chosen(counters, wanted.counterId, "counter"))
    for (const index of cells(wanted.index, array.size, "the counter")) {
      const { packets, bytes } = array.at(index);
      const data = { packetCount: BigInt(packets), byteCount: BigInt(bytes) };
      yield { entity: { kind: "counterEntry", value: { counterId, index: { index: BigInt(index) }, data } } };
    }
}

export function writeMeter({ meters, target }: Pipeline, type: Update["type"], entry: MeterEntry): void {
  onlyModify(type, "a meter");
  checkColours(entry.counterData);
  const array = found(meters, entry.meterId, "meter");
  const config = entry.config && meterConfig(entry.config);
  for (const index of cells(entry.index, array.size, "the meter"))
    array.at(index).configure(config, target.machine.nowUs);
}

export function* readMeters({ meters }: Pipeline, wanted: MeterEntry): Answers {
  checkColours(wanted.counterData);
  for (const [meterId, array] of chosen(meters, wanted.meterId, "meter"))
    for (const index of cells(wanted.index, array.size, "the meter")) {
      const config = configOfMeter(array.at(index));
      yield { entity: { kind: "meterEntry", value: { meterId, index: { index: BigInt(index) }, config } } };
    }
}

export function writeRegister({ registers }: Pipeline, type: Update["type"], entry: RegisterEntry): void {
  onlyModify(type, "a register");
  const array = found(registers, entry.registerId, "register");
  if (!entry.data) throw invalid("a register needs a value");
  const value = valueOfData(entry.data, array.shape, "the register");
  for (const index of cells(entry.index, array.size, "the register")) array.write(index, value);
}

export function* readRegisters({ registers }: Pipeline, wanted: RegisterEntry): Answers {
  for (const [registerId, array] of chosen(registers, wanted.registerId, "register"))
    for (const index of cells(wanted.index, array.size, "the register")) {
      const data = dataOf(array.read(index)!, array.shape);
      yield {
        entity: { kind: "registerEntry", value: { registerId, index: { index: BigInt(index) }, data } },
      };
    }
}
