import { heldEntities } from "../attach/index.ts";
import type { Diagnostic } from "../core/index.ts";
import { type Entity as WireEntity, Entity as WireMessage } from "../p4runtime/index.ts";
import { install, type Target } from "../run/index.ts";
import { compareEntities, type Entity, type EntityComparison } from "../snapshot/index.ts";
import { SwitchDevice, SwitchError } from "../switch/index.ts";
import type { RunnableSide } from "./packetsOfSides.ts";

type EntriesOfSides = {
  /** null: neither side has entries, or they cannot be taken */
  entries: EntityComparison | null;
  /** what the program after the change does not take of its entries, where the one before took its own */
  refused: Diagnostic | null;
  notCompared: string[];
};

/**
 * Entries of two files, whatever each is written in: those that a switch of the program holds after it took them, with
 * the entries and defaults that the program itself gives.
 */
export function entriesOfSides(before: RunnableSide, after: RunnableSide): EntriesOfSides {
  if (before.entries === null && after.entries === null)
    return { entries: null, refused: null, notCompared: [] };
  const [old, now] = [heldBy(before), heldBy(after)];
  if (!old.held || !now.held) {
    const refused = old.problem === null && now.problem?.code.startsWith(NOT_TAKEN) ? now.problem : null;
    const notCompared = [
      ...(old.problem ? [`entries of ${before.name}: ${old.problem.message}`] : []),
      ...(now.problem ? [`entries of ${after.name}: ${now.problem.message}`] : []),
    ];
    return { entries: null, refused, notCompared };
  }
  // a default action comes and goes with its table, which the paths show
  const tables = [old.held, now.held].map(
    (all) => new Set(all.flatMap((each) => (each.kind === "entry" && each.isDefault ? [each.table] : []))),
  );
  const inBoth = (each: Entity): boolean =>
    each.kind !== "entry" || !each.isDefault || tables.every((side) => side.has(each.table));
  const entries = compareEntities(old.held.filter(inBoth), now.held.filter(inBoth));
  return { entries, refused: null, notCompared: [] };
}

/** How codes of what `install` says of entries begin. */
const NOT_TAKEN = "entries-";
const DEVICE = 1n;
const WANTED: readonly WireEntity[] = [
  { kind: "tableEntry", value: {} },
  { kind: "tableEntry", value: { isDefaultAction: true } },
  { kind: "actionProfileMember", value: {} },
  { kind: "actionProfileGroup", value: {} },
  {
    kind: "packetReplicationEngineEntry",
    value: { type: { kind: "multicastGroupEntry", value: {} } },
  },
  { kind: "packetReplicationEngineEntry", value: { type: { kind: "cloneSessionEntry", value: {} } } },
].map((entity) => WireMessage.of({ entity } as never));

type Held = { held: Entity[]; problem: null } | { held: null; problem: Diagnostic };

/** What a side's switch holds, or why it cannot be told. */
function heldBy({ checked, entries }: RunnableSide): Held {
  const device = new SwitchDevice({
    ...{ deviceId: DEVICE, cpuPort: null, nowUs: () => 0, wallNs: () => 0n, onSent: () => undefined },
    compile: () => checked,
  });
  const problems: Diagnostic[] = [];
  try {
    device.start(checked, (target) => {
      if (entries) problems.push(...install(target, entries.text, entries.file));
      keepPriorities(target);
    });
  } catch (error) {
    if (!(error instanceof SwitchError)) throw error;
    problems.push({ severity: "error", code: "review-switch", message: error.message, span: null });
  }
  if (problems[0] !== undefined) return { held: null, problem: problems[0] };
  const { entities } = device.read({ deviceId: DEVICE, role: "", entities: [...WANTED] });
  return { held: heldEntities(device.p4Info!, entities).map(asWritten), problem: null };
}

/**
 * BMv2's own files count priorities from the smallest on, and a switch tells those by rank: one entry more and all
 * others would have changed. They go through it as a number far above what P4Runtime's files use.
 */
const ABOVE = 2 ** 31 - 1;
const FROM = 2 ** 30;
function keepPriorities({ machine }: Target): void {
  for (const { hasPriorities, isConst, entries } of machine.tables)
    if (hasPriorities && !isConst)
      for (const entry of entries)
        if (entry.span === null && entry.priority >= 0 && entry.priority < FROM) entry.priority -= ABOVE;
}

/** The priority as its file has it. */
const asWritten = (entity: Entity): Entity =>
  entity.kind === "entry" && entity.priority > FROM
    ? { ...entity, priority: ABOVE - entity.priority }
    : entity;
