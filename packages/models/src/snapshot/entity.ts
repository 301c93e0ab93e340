import { z } from "zod";
import { addressOfField } from "../telemetry/index.ts";

/**
 * A value of a key or parameter: `0x…` in the shortest form, or `"…"` with the quotes for the text of a translated
 * type. Two spellings of one number are one value, so padding never shows as a change.
 */
const valueSchema = z.string();
const runSchema = z.object({
  name: z.string(),
  params: z.record(z.string(), valueSchema),
});
/** An action with its parameters, by their control-plane names. */
export type EntityRun = z.infer<typeof runSchema>;

const oneOf = { weight: z.int(), watchPort: valueSchema.nullable() };
const actionSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("run"), run: runSchema }),
  z.object({ kind: z.literal("member"), id: z.int() }),
  z.object({ kind: z.literal("group"), id: z.int() }),
  z.object({ kind: z.literal("set"), runs: z.array(z.object({ run: runSchema, ...oneOf })) }),
]);
export type EntityAction = z.infer<typeof actionSchema>;

/** One field of a key; a field that matches anything is left out. */
const matchSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("exact"), value: valueSchema }),
  z.object({ kind: z.literal("optional"), value: valueSchema }),
  z.object({ kind: z.literal("lpm"), value: valueSchema, prefixBits: z.int() }),
  z.object({ kind: z.literal("ternary"), value: valueSchema, mask: valueSchema }),
  z.object({ kind: z.literal("range"), low: valueSchema, high: valueSchema }),
]);
export type EntityMatch = z.infer<typeof matchSchema>;

const replicaSchema = z.object({ port: valueSchema, instance: z.int() });

/** One thing that a controller wrote into a switch, with names in place of ids. Counters are no part of it. */
export const entitySchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("entry"),
    table: z.string(),
    match: z.record(z.string(), matchSchema),
    /** larger wins; 0 where the table has none */
    priority: z.int(),
    isDefault: z.boolean(),
    /** null: the program's own default action */
    action: actionSchema.nullable(),
    /** the controller's own mark in hex; empty when there is none */
    metadata: z.string(),
  }),
  z.object({ kind: z.literal("member"), profile: z.string(), id: z.int(), run: runSchema.nullable() }),
  z.object({
    kind: z.literal("group"),
    profile: z.string(),
    id: z.int(),
    members: z.array(z.object({ id: z.int(), ...oneOf })),
  }),
  z.object({ kind: z.literal("multicast"), id: z.int(), replicas: z.array(replicaSchema) }),
  z.object({
    kind: z.literal("session"),
    id: z.int(),
    replicas: z.array(replicaSchema),
    classOfService: z.int(),
    /** 0: whole packets */
    packetLengthBytes: z.int(),
  }),
]);
export type Entity = z.infer<typeof entitySchema>;
export type EntryEntity = Extract<Entity, { kind: "entry" }>;

/** What tells an entity from all others of a switch; equal for two states of the same one. */
export function keyOf(entity: Entity): string {
  switch (entity.kind) {
    case "entry": {
      const fields = Object.entries(entity.match).sort(([a], [b]) => (a < b ? -1 : 1));
      const match = fields.map(([field, m]) => `${JSON.stringify(field)} ${matchText(m)}`).join(" ");
      return `entry ${entity.table} ${entity.isDefault ? "default" : `${entity.priority} ${match}`}`;
    }
    case "member":
    case "group":
      return `${entity.kind} ${entity.profile} ${entity.id}`;
    default:
      return `${entity.kind} ${entity.id}`;
  }
}

/** The table or profile that an entity belongs to, or its kind: how lists of changes are grouped. */
export const placeOf = (entity: Entity): string =>
  entity.kind === "entry"
    ? entity.table
    : entity.kind === "member" || entity.kind === "group"
      ? entity.profile
      : entity.kind === "multicast"
        ? "multicast groups"
        : "clone sessions";

/** A field of a key in one word, its values as `show` writes them. */
function matchText(match: EntityMatch, show: (value: string) => string = (value) => value): string {
  switch (match.kind) {
    case "lpm":
      return `${show(match.value)}/${match.prefixBits}`;
    case "ternary":
      return `${show(match.value)}&&&${show(match.mask)}`;
    case "range":
      return `${show(match.low)}->${show(match.high)}`;
    default:
      return show(match.value);
  }
}

/** A value as people read it: the address that its name says it is, else as it is kept. */
const shown = (name: string, value: string): string =>
  value.startsWith("0x") ? (addressOfField(name, BigInt(value), null) ?? value) : value;

/** Key and content in one line, for lists. */
export function entityText(entity: Entity): string {
  const [key, value] = entityWords(entity);
  return value === "" ? key : `${key} => ${value}`;
}

/** Key and content as people read them. */
export function entityWords(entity: Entity): readonly [key: string, value: string] {
  switch (entity.kind) {
    case "entry": {
      const match = Object.entries(entity.match).map(
        ([field, each]) => `${field}=${matchText(each, (value) => shown(field, value))}`,
      );
      const key = entity.isDefault ? ["default"] : match.length === 0 ? ["any"] : match;
      const priority = entity.priority > 0 ? [`priority ${entity.priority}`] : [];
      return [[entity.table, ...key, ...priority].join(" "), actionText(entity.action)];
    }
    case "member":
      return [`${entity.profile} member ${entity.id}`, entity.run ? runText(entity.run) : "no action"];
    case "group":
      return [
        `${entity.profile} group ${entity.id}`,
        entity.members.map(({ id, weight }) => `member ${id} x${weight}`).join(", "),
      ];
    case "multicast":
      return [`multicast group ${entity.id}`, portsText(entity.replicas)];
    case "session":
      return [`clone session ${entity.id}`, portsText(entity.replicas)];
  }
}

const portsText = (replicas: readonly { port: string; instance: number }[]): string =>
  replicas.map(({ port, instance }) => `port ${port} instance ${instance}`).join(", ");

const runText = ({ name, params }: EntityRun): string =>
  `${name}(${Object.entries(params)
    .map(([param, value]) => `${param}=${shown(param, value)}`)
    .join(", ")})`;

function actionText(action: EntityAction | null): string {
  if (action === null) return "as the program says";
  if (action.kind === "run") return runText(action.run);
  if (action.kind !== "set") return `${action.kind} ${action.id}`;
  return action.runs.map(({ run, weight }) => `${runText(run)} x${weight}`).join(", ");
}
