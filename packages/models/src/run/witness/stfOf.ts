import type { Path } from "../../program/index.ts";
import type { Target } from "../target.ts";
import { hexOf } from "../values/hex.ts";
import type { Witness } from "./findWitnesses.ts";
import { type NamedEntry, namedDefaults, namedEntries } from "./setupWords.ts";

/** The largest priority wins in p4c's runner, which takes it from this. */
const TOP_PRIORITY = 10_000;

/** What a path passes, in one line. */
export const pathWords = ({ id, states, tables, outcome }: Path): string =>
  [
    `path ${id}: ${states.join(" ")}`,
    ...tables.map(({ name, action }) => `${name} -> ${action}`),
    outcome,
  ].join(", ");

/**
 * The witness as a packet test in p4c's STF. Null: the language has no words for what it needs, the time and queue that
 * a packet meets. `target`: any switch with the program.
 */
export function stfOf(path: Path, witness: Witness, target: Target): string | null {
  const { setup, port, bytes, sent } = witness;
  if (needsTime(witness)) return null;
  const lines = [
    `# ${pathWords(path)}`,
    ...setup.commands.map(({ verb, words }) => [verb, ...words].join(" ")),
    ...setup.sessions.map((each) => `mirroring_add ${each.session} ${each.port}`),
    ...setup.groups.flatMap(({ group, ports }, node) => [
      `mc_mgrp_create ${group}`,
      `mc_node_create 1 ${ports.join(" ")}`,
      `mc_node_associate ${group} ${node}`,
    ]),
    ...namedDefaults(setup, target).map((each) => `setdefault ${quoted(each.table)} ${callOf(each)}`),
    ...namedEntries(setup, target).map(addition),
    `packet ${port} ${hexOf(bytes)}`,
    ...sent.map((each) => `expect ${each.port} ${hexOf(each.bytes)} $`),
  ];
  return `${lines.join("\n")}\n`;
}

/** Whether the packet must come at a time or wait in a queue. */
export const needsTime = ({ atUs, queuedUs, depth }: Witness): boolean =>
  atUs > 0 || queuedUs > 0 || depth > 0;

const quoted = (name: string): string => (/^[\w.]+$/.test(name) ? name : `"${name}"`);
/** `hdr.x.isValid()` is called so by BMv2. */
const keyName = (name: string): string => quoted(name.replace(/\.isValid\(\)$/, ".$valid$"));

function addition({ table, keys, action, parameters, hasPriority }: NamedEntry): string {
  const words = keys
    .filter(({ kind }) => kind !== "selector")
    .map(({ name, kind, match, width }) => `${keyName(name)}:${matchText(match, kind, width)}`);
  const priority = hasPriority ? [String(TOP_PRIORITY)] : [];
  return ["add", quoted(table), ...priority, ...words, callOf({ action, parameters })].join(" ");
}

const callOf = ({ action, parameters }: Pick<NamedEntry, "action" | "parameters">): string =>
  `${quoted(action)}(${parameters.map(({ name, value }) => `${quoted(name)}:${value}`).join(", ")})`;

/** All digits are written: a mask or prefix covers only those that are. */
function matchText(match: NamedEntry["keys"][number]["match"], kind: string, width: number): string {
  const value = "value" in match && typeof match.value === "bigint" ? match.value : 0n;
  if (kind === "range") return `${value}..${value}`;
  if (kind === "exact") return `0x${value.toString(16)}`;
  return `0b${value.toString(2).padStart(width, "0")}`;
}
