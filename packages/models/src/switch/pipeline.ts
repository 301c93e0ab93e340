import type {
  ActionInfo,
  P4Info,
  Preamble,
  ActionProfile as ProfileInfo,
  Table,
} from "../p4runtime/index.ts";
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
   * Throws INVALID_ARGUMENT for a P4Info that names what the program does not have, or has other keys or parameters.
   */
  constructor(info: P4Info, target: Target) {
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
      this.checkKeys(table, state);
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

  private checkKeys({ preamble, matchFields }: Table, { keys }: TableState): void {
    const own = keys.filter(({ kind }) => kind !== "selector");
    if (own.length !== matchFields.length)
      throw invalid(
        `table ${preamble?.name} has ${own.length} keys in the program, ${matchFields.length} in the P4Info`,
      );
    matchFields.forEach((field, index) => {
      const key = own[index]!;
      const kind = field.match?.kind === "matchType" ? field.match.value.toLowerCase() : "other";
      if (kind !== key.kind)
        throw invalid(
          `key ${field.name} of ${preamble?.name} is ${key.kind} in the program, ${kind} in the P4Info`,
        );
    });
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
