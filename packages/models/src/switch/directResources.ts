import type { CounterData, Draft, MeterConfig, TableEntry } from "../p4runtime/index.ts";
import { DirectCounter, DirectMeter, type Entry, type TableState } from "../run/index.ts";
import { invalid, unimplemented } from "./errors.ts";
import { configOfMeter, meterConfig } from "./meterConfigs.ts";

/** Counter and meter of the entries of one table, where the program gives it any. */
export class DirectResources {
  private readonly state: TableState;
  private readonly table: string;
  private readonly nowUs: () => number;

  /** `table`: its name in messages; `nowUs`: the switch's clock. */
  constructor(state: TableState, table: string, nowUs: () => number) {
    this.state = state;
    this.table = table;
    this.nowUs = nowUs;
  }

  private get counter(): DirectCounter | undefined {
    return this.state.direct.find((each): each is DirectCounter => each instanceof DirectCounter);
  }

  private get meter(): DirectMeter | undefined {
    return this.state.direct.find((each): each is DirectMeter => each instanceof DirectMeter);
  }

  has(kind: "counter" | "meter"): boolean {
    return (kind === "counter" ? this.counter : this.meter) !== undefined;
  }

  /** Throws for what a message says of them and an entry of this table cannot have. */
  check({ counterData, meterConfig: config, meterCounterData }: TableEntry): void {
    checkColours(meterCounterData);
    if (counterData && !this.counter) throw invalid(`table ${this.table} has no direct counter`);
    if (config && !this.meter) throw invalid(`table ${this.table} has no direct meter`);
    if (config) meterConfig(config);
  }

  writeCount(entry: Entry, data: CounterData): void {
    const { counter } = this;
    if (!counter) throw invalid(`table ${this.table} has no direct counter`);
    Object.assign(counter.of(entry), { packets: Number(data.packetCount), bytes: Number(data.byteCount) });
  }

  /** `config`: null takes the meter's rates away. */
  configure(entry: Entry, config: MeterConfig | null): void {
    const { meter } = this;
    if (!meter) throw invalid(`table ${this.table} has no direct meter`);
    meter.of(entry).configure(config && meterConfig(config), this.nowUs());
  }

  /** What the program's counter says of an entry; null of a table without one. */
  countOf(entry: Entry): Draft<CounterData> | null {
    const count = this.counter?.of(entry);
    return count ? { packetCount: BigInt(count.packets), byteCount: BigInt(count.bytes) } : null;
  }

  /** Rates of an entry's meter; null of one that has none, and of a table without meter. */
  configOf(entry: Entry): Draft<MeterConfig> | null {
    const { meter } = this;
    return meter ? configOfMeter(meter.of(entry)) : null;
  }
}

/** Counts of a meter's colours. Throws UNIMPLEMENTED where a message asks for them. */
export function checkColours(asked: object | null): void {
  if (asked) throw unimplemented("packets are not counted by the colours of meters");
}
