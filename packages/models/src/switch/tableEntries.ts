import {
  type CounterData,
  type Draft,
  type MeterConfig,
  type Table,
  TableEntry,
  type Update,
} from "../p4runtime/index.ts";
import type { ActionRun, Entry, Match, TableState } from "../run/index.ts";
import { actionOfRun } from "./actions.ts";
import { DefaultEntry, tableRun } from "./defaultEntry.ts";
import { DirectResources } from "./directResources.ts";
import { denied, exhausted, exists, invalid, notFound } from "./errors.ts";
import { fieldsOf, matchesOf, matchText } from "./matches.ts";
import type { Pipeline } from "./pipeline.ts";
import { idOf } from "./preambles.ts";
import type { Use } from "./profileEntries.ts";

/** One entry: as it was written, and as the table has it. */
type Held = {
  message: TableEntry;
  entry: Entry;
  use: Use | null;
  isConst: boolean;
  /** us of the switch's clock */
  lastHitUs: number;
  noticedUs: number;
};

/** The entries of one table as controllers write and read them. */
export class TableEntries {
  readonly info: Table;
  readonly state: TableState;
  private readonly pipeline: Pipeline;
  private readonly held = new Map<string, Held>();
  private readonly byEntry = new WeakMap<Entry, Held>();
  private readonly direct: DirectResources;
  private readonly byDefault: DefaultEntry;

  constructor(pipeline: Pipeline, info: Table, state: TableState) {
    this.pipeline = pipeline;
    this.info = info;
    this.state = state;
    this.direct = new DirectResources(state, this.name, () => this.nowUs);
    this.byDefault = new DefaultEntry(pipeline, info, state);
    if (info.idleTimeoutBehavior === "NOTIFY_CONTROL")
      state.direct.push({
        onHit: (entry) => {
          const held = this.byEntry.get(entry);
          if (held) held.lastHitUs = this.nowUs;
        },
      });
  }

  private get id(): number {
    return idOf(this.info.preamble);
  }

  private get name(): string {
    return this.info.preamble?.name ?? "";
  }

  private get nowUs(): number {
    return this.pipeline.target.machine.nowUs;
  }

  private get profile() {
    return this.info.implementationId === 0 ? null : this.pipeline.profile(this.info.implementationId);
  }

  /** Takes up the entries that the program itself gives. N const ones read as priorities N to 1. */
  takeInitial(): void {
    const { entries, isConst, hasPriorities, keys } = this.state;
    const ordered = [...entries].sort((a, b) => a.priority - b.priority);
    ordered.forEach((entry, index) => {
      const written = isConst || entry.priority >= 0 ? entries.length - index : -entry.priority;
      const message = TableEntry.of({
        tableId: this.id,
        match: fieldsOf(this.info.matchFields, keys, entry.matches),
        action: { type: { kind: "action", value: actionOfRun(this.pipeline, this.state, entry.run) } },
        priority: hasPriorities ? written : 0,
        isConst,
      });
      this.hold(this.keyOf(entry.matches, message.priority), { message, entry, use: null, isConst });
    });
  }

  write(type: Update["type"], message: TableEntry): void {
    if (message.isConst) throw invalid("is_const says what the program gave; leave it out");
    if (message.isDefaultAction) {
      this.byDefault.write(type, message);
      return;
    }
    const { matches, key } = this.placeOf(message);
    const held = this.held.get(key);
    if (this.info.isConstTable && type !== "MODIFY")
      throw denied(`the entries of ${this.name} are const in the program`);
    if (type === "INSERT") {
      if (held) throw exists(`table ${this.name} has this entry already`);
      if (BigInt(this.held.size) >= this.info.size)
        throw exhausted(`table ${this.name} is full: ${this.info.size} entries`);
      if (!message.action?.type) throw invalid("a new entry needs an action");
      this.insert(key, matches, message);
      return;
    }
    if (!held) throw notFound(`table ${this.name} has no such entry`);
    if (type === "DELETE") {
      if (held.isConst) throw denied("this entry is const in the program");
      this.state.remove(held.entry.handle);
      this.held.delete(key);
      held.use?.release();
      return;
    }
    if (held.isConst && message.action) throw denied("this entry is const in the program");
    const action = message.action ?? held.message.action;
    if (message.action) {
      const use = this.useOf(message);
      this.state.modify(held.entry.handle, use ? NOTHING : this.entryRun(message));
      held.use?.release();
      held.use = use;
      use?.bind(held.entry);
    }
    held.message = { ...message, action };
    this.writeResources(held.entry, message, false);
  }

  private insert(key: string, matches: Match[], message: TableEntry): void {
    const use = this.useOf(message);
    const run = use ? NOTHING : this.entryRun(message);
    this.checkTimeout(message);
    const priority = this.state.hasPriorities ? -message.priority : 0;
    const entry = this.state.add({ matches, priority, run, span: null });
    use?.bind(entry);
    this.hold(key, { message, entry, use, isConst: false });
    this.writeResources(entry, message, true);
  }

  private hold(key: string, held: Omit<Held, "lastHitUs" | "noticedUs">): void {
    const all = { ...held, lastHitUs: this.nowUs, noticedUs: this.nowUs };
    this.held.set(key, all);
    this.byEntry.set(held.entry, all);
  }

  private checkTimeout({ idleTimeoutNs }: TableEntry): void {
    if (idleTimeoutNs < 0n) throw invalid("an idle timeout cannot be negative");
    if (idleTimeoutNs > 0n && this.info.idleTimeoutBehavior !== "NOTIFY_CONTROL")
      throw invalid(`table ${this.name} has no idle timeout in the program`);
  }

  private keyOf(matches: readonly Match[], priority: number): string {
    return `${priority}:${matchText(matches)}`;
  }

  /** Match and priority of a message, checked. */
  private placeOf(message: TableEntry): { matches: Match[]; key: string } {
    const { keys, hasPriorities } = this.state;
    if (this.info.matchFields.length === 0)
      throw invalid(`table ${this.name} has no key and so no entries but its default action`);
    if (hasPriorities ? message.priority <= 0 : message.priority !== 0)
      throw invalid(
        hasPriorities
          ? `an entry of ${this.name} needs a priority above 0`
          : `table ${this.name} takes no priority; leave it 0`,
      );
    const matches = matchesOf(this.info.matchFields, keys, message.match);
    return { matches, key: this.keyOf(matches, message.priority) };
  }

  private entryRun(message: TableEntry): ActionRun {
    const run = tableRun(this.pipeline, this.info, this.state, message.action, false);
    if (!run) throw denied(`NoAction is for the default of ${this.name} only`);
    return run;
  }

  /** What the entry of a table with an action profile uses; null: the table has none. */
  private useOf({ action }: TableEntry): Use | null {
    const { profile } = this;
    if (!profile) return null;
    if (!action?.type) throw invalid("an entry needs an action");
    return profile.useOf(this.state, action.type);
  }

  private writeResources(entry: Entry, { counterData, meterConfig }: TableEntry, isNew: boolean): void {
    const { direct } = this;
    if (counterData) direct.writeCount(entry, counterData);
    if (meterConfig || (direct.has("meter") && !isNew)) direct.configure(entry, meterConfig);
  }

  /** Entries that a request asks for; its data fields say which data comes along. */
  *read(wanted: TableEntry): Generator<Draft<TableEntry>> {
    if (wanted.isDefaultAction) {
      const message = this.byDefault.read();
      if (message) yield message;
      return;
    }
    const isOne = wanted.match.length > 0;
    if (isOne) {
      const held = this.held.get(this.placeOf(wanted).key);
      if (held) yield this.shown(held, wanted);
      return;
    }
    const action = wanted.action?.type;
    for (const held of this.held.values()) {
      const { message } = held;
      if (wanted.priority !== 0 && message.priority !== wanted.priority) continue;
      if (wanted.metadata.length > 0 && !sameBytes(message.metadata, wanted.metadata)) continue;
      if (
        action?.kind === "action" &&
        !(
          message.action?.type?.kind === "action" &&
          message.action.type.value.actionId === action.value.actionId
        )
      )
        continue;
      yield this.shown(held, wanted);
    }
  }

  private shown({ message, entry, lastHitUs }: Held, wanted: TableEntry): Draft<TableEntry> {
    const { counterData: _c, meterConfig: _m, timeSinceLastHit: _t, ...rest } = message;
    return {
      ...rest,
      counterData: wanted.counterData ? this.direct.countOf(entry) : null,
      meterConfig: wanted.meterConfig ? this.direct.configOf(entry) : null,
      timeSinceLastHit:
        wanted.timeSinceLastHit && this.info.idleTimeoutBehavior === "NOTIFY_CONTROL"
          ? { elapsedNs: BigInt(Math.round((this.nowUs - lastHitUs) * 1000)) }
          : null,
    };
  }

  /** The entry that a direct resource is of. Throws NOT_FOUND. */
  private entryOf(message: TableEntry): Held {
    const held = this.held.get(this.placeOf(message).key);
    if (!held) throw notFound(`table ${this.name} has no such entry`);
    return held;
  }

  writeDirect(message: TableEntry, what: { data: CounterData } | { config: MeterConfig | null }): void {
    if (message.isDefaultAction)
      throw invalid("the default action has no counter or meter: misses are not counted");
    const { entry } = this.entryOf(message);
    if ("data" in what) this.direct.writeCount(entry, what.data);
    else this.direct.configure(entry, what.config);
  }

  /** Count or meter of each entry that a request asks for. */
  *readDirect(
    kind: "counter" | "meter",
    wanted: TableEntry,
  ): Generator<{
    tableEntry: Draft<TableEntry>;
    data?: Draft<CounterData>;
    config?: Draft<MeterConfig> | null;
  }> {
    const { direct } = this;
    if (!direct.has(kind)) return;
    if (wanted.isDefaultAction)
      throw invalid("the default action has no counter or meter: misses are not counted");
    const all = wanted.match.length > 0 ? [this.entryOf(wanted)] : this.held.values();
    for (const { message, entry } of all) {
      const tableEntry = { tableId: message.tableId, match: message.match, priority: message.priority };
      if (kind === "counter") yield { tableEntry, data: direct.countOf(entry)! };
      else yield { tableEntry, config: direct.configOf(entry) };
    }
  }

  /** Entries that controllers wrote: what is kept when a pipeline is reconciled. */
  messages(): TableEntry[] {
    return [...this.held.values()].filter(({ isConst }) => !isConst).map(({ message }) => message);
  }

  /** Entries that nothing hit for their idle timeout; each is told again after another one. */
  *idle(): Generator<Draft<TableEntry>> {
    const { nowUs } = this;
    for (const held of this.held.values()) {
      const timeoutUs = Number(held.message.idleTimeoutNs) / 1000;
      if (timeoutUs === 0 || nowUs - Math.max(held.lastHitUs, held.noticedUs) < timeoutUs) continue;
      held.noticedUs = nowUs;
      yield held.message;
    }
  }
}

/** An entry that uses a profile has no action of its own. */
const NOTHING = { action: 0, values: [] };

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
