import type { CheckedProgram } from "../../p4/index.ts";
import {
  type Explore,
  type Match,
  type Path,
  type PathInput,
  type PathSearch,
  searchPaths,
} from "../../program/index.ts";
import type { Pass } from "../pass.ts";
import { eventsOf, PathsTaken } from "../pathsTaken.ts";
import type { TableState } from "../tables/tableState.ts";
import type { Sent } from "../target.ts";
import type { TraceEvent } from "../trace.ts";
import { valueFor } from "../values/numbers.ts";
import { type Found, packetOf } from "./packetOf.ts";
import { NO_SETUP, type Setup, tableNamed } from "./setup.ts";
import { type Arriving, type Trial, TrialSwitch } from "./trial.ts";
import { withMember } from "./withMember.ts";

/** A packet that was seen to take a path, with what the control plane did before and what left. */
export type Witness = Arriving & { setup: Setup; sent: readonly Sent[] };

/** A listed path with its witness, or why none was found; `nearest`: the last packet that was tried for it. */
export type PathTest =
  | { path: Path; witness: Witness }
  | { path: Path; witness: null; why: string; nearest: Witness | null };

export type WitnessLimits = {
  maxPaths?: number;
  maxStates?: number;
  /** of more paths than `maxPaths` those that together pass every branch, and not the first */
  spread?: boolean;
  /** packets that are tried for a path */
  tries?: number;
  explore?: Explore;
};

/** Our choice: the analysis' own limits, and packets that are tried for a path. */
const LIMITS = { maxPaths: 2000, maxStates: 150_000, tries: 12 };

/** Our choice: packets that are tried with zeros where a path demands nothing; hashes and checks need others. */
const PLAIN = 2;

const UNDEFINED =
  "P4 leaves undefined what is read of a header that is not valid, or of nothing that was written: it is 0 in every run";

/** Our choice: the port that copies of packets leave by. */
const COPY_PORT = 9;

/**
 * For each listed path of a program without errors a packet, with the entries that it needs, that takes it:
 * each is run on a switch as it starts. Throws `UnsupportedError` for programs that cannot be run.
 */
export function findWitnesses(checked: CheckedProgram, limits: WitnessLimits = {}): PathTest[] {
  const { maxPaths, maxStates, tries, spread = false, explore } = { ...LIMITS, ...limits };
  const searches = searchPaths(checked, { maxPaths, maxStates, spread, ...(explore ? { explore } : {}) });
  return new Finding(checked, searches, tries).all();
}

class Finding {
  private readonly searches: readonly PathSearch[];
  private readonly tries: number;
  private readonly trials: TrialSwitch;
  private readonly found = new Map<PathSearch, Witness>();
  private readonly nearest = new Map<PathSearch, Witness>();
  private readonly taken: PathsTaken<PathSearch>;

  constructor(checked: CheckedProgram, searches: readonly PathSearch[], tries: number) {
    this.searches = searches;
    this.tries = tries;
    this.trials = new TrialSwitch(checked);
    this.taken = new PathsTaken(searches);
  }

  all(): PathTest[] {
    const reasons = new Map<PathSearch, string>();
    for (const search of this.searches) {
      if (this.found.has(search)) continue;
      const why = this.try(search);
      if (why !== null) reasons.set(search, why);
    }
    return this.searches.map((search): PathTest => {
      const witness = this.found.get(search);
      const { path } = search;
      return witness
        ? { path, witness }
        : {
            ...{ path, witness: null, why: reasons.get(search) ?? "no packet was found" },
            nearest: this.nearest.get(search) ?? null,
          };
    });
  }

  /** Null when a witness was found, else why the last packet took another path. */
  private try(search: PathSearch): string | null {
    let why: string | null = null;
    for (let seed = 0; seed < this.tries; seed++) {
      const input = search.input(seed);
      if (!input) {
        why ??= "no packet was found with which its conditions hold";
        if (seed >= 3) break;
        continue;
      }
      if (input.isUndefined) {
        why ??= UNDEFINED;
        break;
      }
      const outcome = this.follow(search, input, seed < PLAIN ? null : seed);
      if (this.found.has(search)) return null;
      why =
        input.guesses.length > 0
          ? `neither packet nor entries decide ${input.guesses.join(", ")}: ${outcome}`
          : outcome;
    }
    return why;
  }

  /** Sends a packet again and again, each time with what the control plane lacked the last time. */
  private follow(search: PathSearch, input: PathInput, noise: number | null): string {
    let setup = NO_SETUP;
    let found: Found[] = [];
    const arrival = arrivalOf(input);
    const rounds = 4 + search.path.tables.length + input.extractions.length;
    for (let round = 0; round < rounds; round++) {
      const bytes = packetOf(input, found, noise);
      if (!bytes) return "no packet has the length that it needs";
      const arriving = { ...arrival, bytes };
      const trial = this.trials.send(setup, arriving);
      const witness = { ...arriving, setup, sent: trial.sent };
      this.record(trial, witness);
      this.nearest.set(search, witness);
      if (this.found.has(search)) return "";
      const pass = trial.passes.find(({ isWhole }) => isWhole);
      if (!pass) return "the packet ended before its outcome";
      const events = eventsOf(pass, trial);
      // what the machine put before the packet is not among the path's extractions
      const places = events.flatMap((event) =>
        event.kind === "extract" && event.from >= 0 ? [{ from: event.from, to: event.to }] : [],
      );
      const changed = this.amend(search, input, setup, pass, events, trial);
      if (typeof changed !== "string") setup = changed;
      else if (!isMoved(places, found)) return changed;
      found = places;
    }
    return "the control plane does not come to an end";
  }

  /** Notes which paths a trial took. */
  private record(trial: Trial, witness: Witness): void {
    for (const pass of trial.passes) {
      if (!pass.isWhole) continue;
      for (const search of this.taken.of(pass, eventsOf(pass, trial)))
        if (!this.found.has(search)) this.found.set(search, witness);
    }
  }

  /** The setup with what the first difference from the path needs; a text: nothing helps. */
  private amend(
    { path, hits }: PathSearch,
    input: PathInput,
    setup: Setup,
    pass: Pass,
    events: readonly TraceEvent[],
    trial: Trial,
  ): Setup | string {
    const preset = withReads(setup, input, trial) ?? withMember(path, setup, events, this.trials);
    if (preset) return preset;
    const applied = events.filter((event) => event.kind === "table");
    for (const [index, wanted] of path.tables.entries()) {
      const event = applied[index];
      if (!event) return withCopies(true, setup, trial) ?? `the packet does not come to table ${wanted.name}`;
      if (this.taken.shownTable(event.name) !== wanted.name)
        return `the packet comes to table ${this.taken.shownTable(event.name)} where the path applies ${wanted.name}`;
      const label = pass.tables[index]?.action;
      const data = input.parameters.get(index);
      const fits = label === wanted.action && (hits[index] === undefined || hits[index] === event.hit);
      const table = tableNamed(this.trials.target, event.name);
      const isOurs = event.hit || table === null || table.isConst || hits[index] === false;
      if (fits && (isOurs || data === undefined || setup.defaults.some((each) => each.table === event.name)))
        continue;
      return table
        ? withAction(setup, table, event, wanted.action, hits[index], data, input.filler)
        : `no table ${event.name}`;
    }
    if (applied.length > path.tables.length)
      return `the packet comes to table ${applied[path.tables.length]?.name} where the path applies none`;
    return withCopies(path.outcome !== "drop", setup, trial) ?? differenceOf(path, pass);
  }
}

/**
 * The setup with a clone session or multicast group that the packet asked for; null: none is lacking. A packet that is
 * to go nowhere (`isWanted`) needs no group.
 */
function withCopies(isWanted: boolean, setup: Setup, { events }: Trial): Setup | null {
  for (const event of events) {
    if (event.kind !== "fate" || !event.lacking) continue;
    const { lacking } = event;
    if ("session" in lacking && !setup.sessions.some(({ session }) => session === lacking.session))
      return { ...setup, sessions: [...setup.sessions, { session: lacking.session, port: COPY_PORT }] };
    if ("group" in lacking && isWanted && !setup.groups.some(({ group }) => group === lacking.group))
      return { ...setup, groups: [...setup.groups, { group: lacking.group, ports: [COPY_PORT] }] };
  }
  return null;
}

const isMoved = (places: readonly Found[], before: readonly Found[]): boolean =>
  places.some(({ from, to }, i) => from !== before[i]?.from || to !== before[i]?.to);

/** Our choice: later than this, in us, no packet comes. */
const LATEST_US = 2 ** 47;

function arrivalOf({ metadata }: PathInput): Omit<Arriving, "bytes"> {
  const number = (field: string): number => Number(metadata.get(field) ?? 0n);
  const atUs = number("ingress_global_timestamp") || number("enq_timestamp");
  return {
    port: number("ingress_port") % 511,
    atUs: Math.min(atUs, LATEST_US),
    queuedUs: number("deq_timedelta") || Math.max(0, number("egress_global_timestamp") - atUs),
    depth: number("enq_qdepth") || number("deq_qdepth"),
  };
}

/** The setup with one more register or meter that the path needs otherwise than it is; null: none. */
function withReads(setup: Setup, { reads }: PathInput, trial: Trial): Setup | null {
  for (const [number, value] of reads) {
    const read = trial.reads[number];
    if (!read) continue;
    const command = readCommand(read, value);
    const isSet = setup.commands.some(({ words }) => words[0] === read.name && words[1] === `${read.index}`);
    if (command && !isSet) return { ...setup, commands: [...setup.commands, command] };
  }
  return null;
}

/** Rates with which a meter says red (2) or yellow (1) to the first packet: as it is, it says green. */
const RATES = [[], ["0:0", "1:100000"], ["0:0", "0:0"]];

function readCommand({ of, name, index }: Trial["reads"][number], value: bigint) {
  if (of === "register")
    return value === 0n ? null : { verb: "register_write", words: [name, `${index}`, `${value}`] };
  const rates = RATES[Number(value)] ?? [];
  return rates.length === 0 ? null : { verb: "meter_set_rates", words: [name, `${index}`, ...rates] };
}

function differenceOf(path: Path, pass: Pass): string {
  if (pass.outcome !== path.outcome)
    return `the packet ends with ${pass.outcome}, the path with ${path.outcome}`;
  const states = pass.states.join(" ");
  if (states !== path.states.join(" ")) return `the parser goes through ${states}`;
  return "the packet takes another branch or counts otherwise";
}

/** An entry that the packet hits, or the action of a table without keys. */
function withAction(
  setup: Setup,
  table: TableState,
  event: Extract<TraceEvent, { kind: "table" }>,
  wanted: string,
  hit: boolean | undefined,
  data: ReadonlyMap<number, unknown> | undefined,
  filler: bigint,
): Setup | string {
  const action = table.actions.findIndex(({ label }) => label === wanted);
  if (action < 0) return `table ${table.name} has no action ${wanted}`;
  const values = table.actions[action]!.parameters.map(({ shape }, position) => {
    const value = data?.get(position);
    return valueFor(
      typeof value === "bigint" ? value : value === undefined ? filler : value === true ? 1n : 0n,
      shape,
    );
  });
  const run = { action, values };
  if (table.keys.length === 0) {
    if (setup.defaults.some((each) => each.table === table.name))
      return `table ${table.name} needs two actions`;
    return { ...setup, defaults: [...setup.defaults, { table: table.name, run }] };
  }
  if (table.isConst) return `the entries of table ${table.name} are fixed, and none gives ${wanted}`;
  if (event.hit || hit === false)
    return `table ${table.name} needs ${event.hit ? "two actions for one key" : "a miss with another action"}`;
  const matches: Match[] = [];
  for (const { name, kind, width } of table.keys) {
    const value = keyNumber(event.keys[name] ?? "");
    if (value === null) return `key ${name} of table ${table.name} is not a number`;
    const bits = BigInt.asUintN(width, value);
    matches.push(kind === "lpm" ? { kind, value: bits, prefix: width } : { kind: "exact", value: bits });
  }
  return { ...setup, entries: [...setup.entries, { table: table.name, matches, priority: 0, run }] };
}

function keyNumber(text: string): bigint | null {
  if (text === "true" || text === "false") return text === "true" ? 1n : 0n;
  return /^(0x[\da-f]+|-?\d+)$/i.test(text)
    ? text.startsWith("-")
      ? -BigInt(text.slice(1))
      : BigInt(text)
    : null;
}
