import type { Machine } from "../machine.ts";
import type { DirectResource, Entry } from "../tables/tableState.ts";

/** Units (packets or bytes) per us, and the most that a bucket holds. */
type Rate = { perUs: number; burst: number };
export type MeterConfig = { committed: Rate; peak: Rate };
const COLOURS = { green: 0, yellow: 1, red: 2 } as const;

/** RFC 2698 without regard to the colour before, in virtual time; without a configuration everything is green. */
export class Meter {
  private config: MeterConfig | null = null;
  private committed = 0;
  private peak = 0;
  private lastUs = 0;

  /** Buckets are full then. */
  configure(config: MeterConfig | null, nowUs: number): void {
    this.config = config;
    this.committed = config?.committed.burst ?? 0;
    this.peak = config?.peak.burst ?? 0;
    this.lastUs = nowUs;
  }

  get rates(): MeterConfig | null {
    return this.config;
  }

  execute(units: number, nowUs: number): number {
    const { config } = this;
    if (!config) return COLOURS.green;
    const passed = nowUs - this.lastUs;
    // whole tokens only; time that gave none counts on (BMv2 meters.cpp)
    const more = [config.committed, config.peak].map(({ perUs }) => Math.floor(passed * perUs));
    if (more.some((tokens) => tokens > 0)) this.lastUs = nowUs;
    this.committed = Math.min(config.committed.burst, this.committed + more[0]!);
    this.peak = Math.min(config.peak.burst, this.peak + more[1]!);
    if (this.peak < units) return COLOURS.red;
    this.peak -= units;
    if (this.committed < units) return COLOURS.yellow;
    this.committed -= units;
    return COLOURS.green;
  }
}

/** What a meter measures of a packet. */
const unitsOf = (machine: Machine, type: string): number =>
  type.toLowerCase() === "packets" ? 1 : machine.receivedBytes;

export class MeterArray {
  readonly size: number;
  private readonly type: string;
  private readonly machine: Machine;
  private readonly meters = new Map<number, Meter>();
  /** hears of each measurement; nobody unless it is set */
  onRead: ((index: number) => void) | null = null;

  constructor(size: number, type: string, machine: Machine) {
    this.size = size;
    this.type = type;
    this.machine = machine;
  }

  /** Null: an index beyond the size. */
  execute(index: number): number | null {
    this.onRead?.(index);
    if (index >= this.size) return null;
    return this.at(index).execute(unitsOf(this.machine, this.type), this.machine.nowUs);
  }

  /** Without a configuration again. */
  reset(): void {
    this.meters.clear();
  }

  at(index: number): Meter {
    const meter = this.meters.get(index) ?? new Meter();
    this.meters.set(index, meter);
    return meter;
  }
}

/** Runs on every hit before the action; the colour goes to the places that the program's `read` calls name. */
export class DirectMeter implements DirectResource {
  readonly targets: ((colour: number) => void)[] = [];
  private readonly type: string;
  private readonly machine: Machine;
  private readonly meters = new WeakMap<Entry, Meter>();

  constructor(type: string, machine: Machine) {
    this.type = type;
    this.machine = machine;
  }

  onHit(entry: Entry): void {
    const colour = this.of(entry).execute(unitsOf(this.machine, this.type), this.machine.nowUs);
    for (const target of this.targets) target(colour);
  }

  of(entry: Entry): Meter {
    const meter = this.meters.get(entry) ?? new Meter();
    this.meters.set(entry, meter);
    return meter;
  }
}
