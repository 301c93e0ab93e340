import type { Entity, EntityMatch, EntityRun, EntryEntity } from "./entity.ts";

/** What the p4lang tutorials give a switch (`s1-runtime.json`): analysis and executor read it. */
export type RuntimeJson = {
  table_entries: RuntimeEntry[];
  multicast_group_entries: { multicast_group_id: number; replicas: RuntimeReplica[] }[];
  clone_session_entries: { clone_session_id: number; replicas: RuntimeReplica[] }[];
};
type RuntimeEntry = {
  table: string;
  match?: Record<string, string | (string | number)[]>;
  priority?: number;
  default_action?: boolean;
  action_name: string;
  action_params: Record<string, string>;
};
type RuntimeReplica = { egress_port: number; instance: number };

/** The action profile of a table by their names; null: it has none. */
export type ProfileOf = (table: string) => string | null;

/**
 * Entities as a file of table entries. An entry of an action profile becomes one for each action that it can run: for
 * the paths that is exact, to run packets it is not (`hasProfiles`).
 */
export function runtimeJsonOf(
  entities: Iterable<Entity>,
  profileOf: ProfileOf,
): RuntimeJson & { hasProfiles: boolean } {
  const all = [...entities];
  // ids are those of a profile: two of them have a member 1 each
  const members = new Map<string, EntityRun>();
  const groups = new Map<string, number[]>();
  const place = (profile: string | null, id: number): string => `${id} of ${profile}`;
  for (const entity of all) {
    if (entity.kind === "member" && entity.run) members.set(place(entity.profile, entity.id), entity.run);
    if (entity.kind === "group")
      groups.set(
        place(entity.profile, entity.id),
        entity.members.map(({ id }) => id),
      );
  }
  const runsOf = ({ action, table }: EntryEntity): EntityRun[] => {
    if (action === null) return [];
    if (action.kind === "run") return [action.run];
    if (action.kind === "set") return action.runs.map(({ run }) => run);
    const profile = profileOf(table);
    const ids = action.kind === "member" ? [action.id] : (groups.get(place(profile, action.id)) ?? []);
    return ids.flatMap((id) => members.get(place(profile, id)) ?? []);
  };
  const json: RuntimeJson = { table_entries: [], multicast_group_entries: [], clone_session_entries: [] };
  for (const entity of all) {
    if (entity.kind === "entry")
      for (const { name, params } of runsOf(entity))
        json.table_entries.push({
          table: entity.table,
          ...(entity.isDefault ? { default_action: true } : { match: matchesOf(entity) }),
          ...(entity.priority > 0 ? { priority: entity.priority } : {}),
          action_name: name,
          action_params: params,
        });
    if (entity.kind === "multicast")
      json.multicast_group_entries.push({
        multicast_group_id: entity.id,
        replicas: replicasOf(entity.replicas),
      });
    if (entity.kind === "session")
      json.clone_session_entries.push({ clone_session_id: entity.id, replicas: replicasOf(entity.replicas) });
  }
  return { ...json, hasProfiles: members.size > 0 };
}

const replicasOf = (replicas: readonly { port: string; instance: number }[]): RuntimeReplica[] =>
  replicas.map(({ port, instance }) => ({ egress_port: Number(port), instance }));

const matchesOf = ({ match }: EntryEntity): Record<string, string | (string | number)[]> =>
  Object.fromEntries(Object.entries(match).map(([field, each]) => [field, jsonMatch(each)]));

function jsonMatch(match: EntityMatch): string | (string | number)[] {
  switch (match.kind) {
    case "lpm":
      return [match.value, match.prefixBits];
    case "ternary":
      return [match.value, match.mask];
    case "range":
      return [match.low, match.high];
    default:
      return match.value;
  }
}
