import type { ActionInfo, P4Info, Preamble, ActionProfile as ProfileInfo } from "../p4runtime/index.ts";
import {
  ActionProfile,
  CounterArray,
  DirectCounter,
  DirectMeter,
  type ExternInstance,
  MeterArray,
  RegisterArray,
  type TableState,
  type Target,
  type ValueSetState,
} from "../run/index.ts";
import { invalid } from "./errors.ts";
import { checkActions, checkKeys, checkP4Info } from "./p4Info/checkP4Info.ts";
import { found, idOf } from "./preambles.ts";
import { ProfileEntries } from "./profileEntries.ts";
import { TableEntries } from "./tableEntries.ts";

/** A program that runs, and what its controllers call its parts: the ids are those of the P4Info that they gave. */
export class Pipeline {
  readonly info: P4Info;
  readonly target: Target;
  readonly tables = new Map<number, TableEntries>();
  readonly actions = new Map<number, ActionInfo>();
  readonly profiles = new Map<number, ProfileEntries>();
  readonly counters = new Map<number, CounterArray>();
  readonly meters = new Map<number, MeterArray>();
  readonly registers = new Map<number, RegisterArray>();
  readonly valueSets = new Map<number, ValueSetState>();

  /**
   * Throws INVALID_ARGUMENT for a P4Info that contradicts itself, names what the program does not have, or has other
   * keys or parameters. `declared`: instances that the program has, used or not; what nothing uses controllers cannot
   * reach.
   */
  constructor(info: P4Info, target: Target, declared: ReadonlySet<string> = new Set()) {
    checkP4Info(info);
    this.info = info;
    this.target = target;
    const { machine } = target;
    for (const action of info.actions) this.actions.set(idOf(action.preamble), action);
    const externs = <T extends object>(
      all: readonly { preamble: Preamble | null }[],
      kind: abstract new (...given: never[]) => T,
      into: (id: number, object: T) => void,
    ): void => {
      for (const { preamble } of all) {
        const last = preamble?.name.replace(/^.*\./, "") ?? "";
        if (!machine.externs.some(({ path }) => path === preamble?.name) && declared.has(last)) continue;
        const found = named<ExternInstance>(machine.externs, ({ path }) => path, preamble).object;
        if (!(found instanceof kind)) throw invalid(`${preamble?.name} is something else in the program`);
        into(idOf(preamble), found);
      }
    };
    externs(info.counters, CounterArray, (id, object) => this.counters.set(id, object));
    externs(info.meters, MeterArray, (id, object) => this.meters.set(id, object));
    externs(info.registers, RegisterArray, (id, object) => this.registers.set(id, object));
    externs(info.directCounters, DirectCounter, () => undefined);
    externs(info.directMeters, DirectMeter, () => undefined);
    for (const set of info.valueSets)
      this.valueSets.set(
        idOf(set.preamble),
        named<ValueSetState>(machine.valueSets, ({ name }) => name, set.preamble),
      );
    for (const table of info.tables) {
      const state = named<TableState>(machine.tables, ({ name }) => name, table.preamble);
      checkKeys(table, state);
      checkActions(table, info, state);
      this.tables.set(idOf(table.preamble), new TableEntries(this, table, state));
    }
    const profiles = new Map<ProfileInfo, ActionProfile>();
    externs(info.actionProfiles, ActionProfile, (id, object) => {
      const profile = info.actionProfiles.find((each) => idOf(each.preamble) === id)!;
      profiles.set(profile, object);
      this.profiles.set(id, new ProfileEntries(this, profile, object));
    });
    for (const table of this.tables.values()) table.takeInitial();
  }

  table(id: number): TableEntries {
    return found(this.tables, id, "table");
  }

  profile(id: number): ProfileEntries {
    return found(this.profiles, id, "action profile");
  }
}

function named<T>(all: readonly T[], nameOf: (each: T) => string, preamble: Preamble | null): T {
  const one = all.find((each) => nameOf(each) === preamble?.name);
  if (one === undefined)
    throw invalid(
      `the program has no ${preamble?.name ?? "object without a name"}; give the P4Info of the program that runs`,
    );
  return one;
}
