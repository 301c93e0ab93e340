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
import { canonicalMatch, canonicalTableAction } from "./canonical.ts";
import { DefaultEntry, tableRun } from "./defaultEntry.ts";
import { DirectResources } from "./directResources.ts";
import { denied, exhausted, exists, invalid, notFound } from "./errors.ts";
import { type Held, HeldEntries, keyOfEntry } from "./heldEntries.ts";
import { fieldsOf, matchesOf } from "./matches.ts";
import type { Pipeline } from "./pipeline.ts";
import { idOf } from "./preambles.ts";
import type { Use } from "./profileEntries.ts";

/** The entries of one table as controllers write and read them. */
export class TableEntries {
  readonly info: Table;
  readonly state: TableState;
  private readonly pipeline: Pipeline;
  private readonly held: HeldEntries;
  private readonly direct: DirectResources;
  private readonly byDefault: DefaultEntry;

  constructor(pipeline: Pipeline, info: Table, state: TableState) {
    this.pipeline = pipeline;
    this.info = info;
    this.state = state;
    this.held = new HeldEntries(state, info, () => this.nowUs);
    this.direct = new DirectResources(state, this.name, () => this.nowUs);
    this.byDefault = new DefaultEntry(pipeline, info, state);
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
    const constOnes = constEntriesOf(this.state);
    ordered.forEach((entry, index) => {
      const isFixed = isConst || (entry.span !== null && constOnes.has(entry.span));
      const written = isConst || entry.priority >= 0 ? entries.length - index : -entry.priority;
      const message = TableEntry.of({
        tableId: this.id,
        match: fieldsOf(this.info.matchFields, keys, entry.matches),
        action: { type: { kind: "action", value: actionOfRun(this.pipeline, this.state, entry.run) } },
        priority: hasPriorities ? written : 0,
        isConst: isFixed,
      });
      this.held.hold(keyOfEntry(entry.matches, message.priority), {
        message,
        entry,
        use: null,
        isConst: isFixed,
      });
    });
  }

  write(type: Update["type"], message: TableEntry): void {
    if (message.isConst) throw invalid("is_const says what the program gave; leave it out");
    if (type !== "DELETE" && message.timeSinceLastHit)
      throw invalid("time_since_last_hit is only read; leave it out");
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
    this.checkData(message);
    if (message.action) {
      const use = this.useOf(message, held.use);
      this.state.modify(held.entry.handle, use ? NOTHING : this.entryRun(message));
      held.use?.release();
      held.use = use;
      use?.bind(held.entry);
    }
    if (!held.isConst) held.message = this.kept(message, held.message.action);
    this.writeResources(held.entry, message, false);
  }

  private insert(key: string, matches: Match[], message: TableEntry): void {
    this.checkData(message);
    // the last that can fail: what it takes of a profile is given back with the entry only
    const use = this.useOf(message, null);
    const run = use ? NOTHING : this.entryRun(message);
    const priority = this.state.hasPriorities ? -message.priority : 0;
    const entry = this.state.add({ matches, priority, run, span: null });
    use?.bind(entry);
    this.held.hold(key, { message: this.kept(message, null), entry, use, isConst: false });
    this.writeResources(entry, message, true);
  }

  /** What is read back of a written entry: numbers in their shortest bytes, data of its resources when asked for. */
  private kept(message: TableEntry, before: TableEntry["action"]): TableEntry {
    return {
      ...message,
      match: message.match.map(canonicalMatch),
      action: canonicalTableAction(message.action) ?? before,
      counterData: null,
      meterConfig: null,
    };
  }

  /** Throws for what would be refused after half of a write is made. */
  private checkData(message: TableEntry): void {
    const { idleTimeoutNs } = message;
    this.direct.check(message);
    if (idleTimeoutNs < 0n) throw invalid("an idle timeout cannot be negative");
    if (idleTimeoutNs > 0n && this.info.idleTimeoutBehavior !== "NOTIFY_CONTROL")
      throw invalid(`table ${this.name} has no idle timeout in the program`);
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
    return { matches, key: keyOfEntry(matches, message.priority) };
  }

  private entryRun(message: TableEntry): ActionRun {
    const run = tableRun(this.pipeline, this.info, this.state, message.action, false);
    if (!run) throw denied(`NoAction is for the default of ${this.name} only`);
    return run;
  }

  /** What the entry of a table with an action profile uses; null: the table has none. */
  private useOf({ action }: TableEntry, freed: Use | null): Use | null {
    const { profile } = this;
    if (!profile) return null;
    if (!action?.type) throw invalid("an entry needs an action");
    return profile.useOf(this.state, action.type, freed);
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
    if (wanted.tableId !== 0 && wanted.timeSinceLastHit && this.info.idleTimeoutBehavior !== "NOTIFY_CONTROL")
      throw invalid(`table ${this.name} has no idle timeout in the program`);
    for (const held of this.held.chosen(wanted)) yield this.shown(held, wanted);
  }

  private shown({ message, entry, lastHitUs }: Held, wanted: TableEntry): Draft<TableEntry> {
    return {
      ...message,
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

  /** What may be written to this table anew so that it is as now: entries with counts and rates, default action. */
  *rewritable(): Generator<{ type: Update["type"]; message: TableEntry }> {
    const all = TableEntry.of({ counterData: {}, meterConfig: {} });
    for (const held of this.held.values())
      if (!held.isConst) yield { type: "INSERT", message: TableEntry.of(this.shown(held, all)) };
    const { written } = this.byDefault;
    if (written) yield { type: "MODIFY", message: written };
  }

  /** Entries that nothing hit for their idle timeout; each is told again after another one. */
  idle(): Iterable<Draft<TableEntry>> {
    return this.held.idle();
  }

  /** Takes all entries away that are not const. */
  clear(): void {
    for (const { message, isConst } of [...this.held.values()])
      if (!isConst) this.write("DELETE", { ...message, isConst: false });
  }
}

/** An entry that uses a profile has no action of its own. */
const NOTHING = { action: 0, values: [] };

/** Where the program says `const` of single entries. */
function constEntriesOf({ declaration }: TableState): ReadonlySet<object> {
  const entries = declaration?.properties.find((each) => each.kind === "entriesProperty");
  if (entries?.kind !== "entriesProperty") return new Set();
  return new Set(entries.entries.filter(({ isConst }) => isConst).map(({ span }) => span));
}
