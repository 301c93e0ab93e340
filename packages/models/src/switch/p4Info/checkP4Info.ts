import type { MatchField, P4Info, Preamble, Table } from "../../p4runtime/index.ts";
import { type TableState, widthOf } from "../../run/index.ts";
import { invalid } from "../errors.ts";
import { idOf } from "../preambles.ts";

/**
 * Whether a P4Info agrees with itself: every object has an id and a name of its own, and what one names is there.
 * Throws INVALID_ARGUMENT.
 */
export function checkP4Info(info: P4Info): void {
  const kinds: readonly (readonly [what: string, all: readonly { preamble: Preamble | null }[]])[] = [
    ["table", info.tables],
    ["action", info.actions],
    ["action profile", info.actionProfiles],
    ["counter", info.counters],
    ["direct counter", info.directCounters],
    ["meter", info.meters],
    ["direct meter", info.directMeters],
    ["controller header", info.controllerPacketMetadata],
    ["value set", info.valueSets],
    ["register", info.registers],
    ["digest", info.digests],
  ];
  const ids = new Map<number, string>();
  for (const [what, all] of kinds) {
    const names = new Set<string>();
    for (const { preamble } of all) {
      const name = preamble?.name ?? "";
      const id = idOf(preamble);
      if (name === "" || id === 0)
        throw invalid(`one ${what} of the P4Info has no ${id === 0 ? "id" : "name"}`);
      if (names.has(name)) throw invalid(`the P4Info has two of ${what} ${name}`);
      const other = ids.get(id);
      if (other !== undefined) throw invalid(`${name} and ${other} have the same id ${id}`);
      names.add(name);
      ids.set(id, name);
    }
  }
  for (const { preamble, params } of info.actions) unique(params, `action ${preamble?.name}`);
  for (const table of info.tables) checkReferences(table, info);
}

const idsOf = (all: readonly { preamble: Preamble | null }[]): ReadonlySet<number> =>
  new Set(all.map(({ preamble }) => idOf(preamble)));

function unique(all: readonly { id: number; name: string }[], where: string): void {
  const met = new Set<number>();
  for (const { id, name } of all) {
    if (id === 0) throw invalid(`${name} of ${where} has no id`);
    if (met.has(id)) throw invalid(`the id ${id} is given twice in ${where}`);
    met.add(id);
  }
}

function checkReferences(table: Table, info: P4Info): void {
  const name = `table ${table.preamble?.name}`;
  unique(table.matchFields, name);
  const actions = idsOf(info.actions);
  const refs = new Set(table.actionRefs.map(({ id }) => id));
  const need = (id: number, known: ReadonlySet<number>, what: string): void => {
    if (!known.has(id)) throw invalid(`${name} names the ${what} ${id}, which the P4Info does not have`);
  };
  for (const id of refs) need(id, actions, "action");
  if (table.constDefaultActionId !== 0) need(table.constDefaultActionId, actions, "action");
  if (table.implementationId !== 0)
    need(table.implementationId, idsOf(info.actionProfiles), "action profile");
  const direct = new Set([...idsOf(info.directCounters), ...idsOf(info.directMeters)]);
  for (const id of table.directResourceIds) need(id, direct, "direct resource");
}

/** Whether keys of a table are those of the program; throws INVALID_ARGUMENT. */
export function checkKeys({ preamble, matchFields }: Table, { keys }: TableState): void {
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
    checkWidth(field, key.width, `key ${field.name} of ${preamble?.name}`);
  });
}

/** Whether the actions of a table are in the program with these parameters; throws INVALID_ARGUMENT. */
export function checkActions(table: Table, info: P4Info, state: TableState): void {
  const refs = new Set(table.actionRefs.map(({ id }) => id));
  for (const { preamble, params } of info.actions) {
    if (!refs.has(idOf(preamble)) || preamble?.name === "NoAction") continue;
    const action = state.actions.find(({ name }) => name === preamble?.name);
    if (!action)
      throw invalid(`${preamble?.name} is not an action of table ${table.preamble?.name} in the program`);
    if (params.length !== action.parameters.length)
      throw invalid(
        `action ${preamble?.name} has ${action.parameters.length} parameters in the program, ${params.length} in the P4Info`,
      );
    params.forEach((param, index) => {
      checkWidth(
        param,
        widthOf(action.parameters[index]!.shape),
        `parameter ${param.name} of ${preamble?.name}`,
      );
    });
  }
}

/** Controllers see values of a named type in a width of its own. */
function checkWidth(
  { bitwidth, typeName }: Pick<MatchField, "bitwidth" | "typeName">,
  width: number,
  what: string,
): void {
  if (typeName === null && bitwidth !== width)
    throw invalid(`${what} has ${width} bits in the program, ${bitwidth} in the P4Info`);
}
