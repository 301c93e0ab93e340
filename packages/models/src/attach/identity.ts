import type { Entity, EntityRun } from "../snapshot/index.ts";
import type { GnmiDevice } from "../topology/index.ts";

/** Names by which programs call the INT node id among the parameters of an action: `swid`, `switch_id`, `node_id`. */
const NODE_ID = /^(?:sw|switch|node)_?id$/i;

/** Node ids of one switch that are kept (our choice): a program sets one or two. */
const MOST_NODE_IDS = 16;

/**
 * INT node ids (32 bits) that the entries of a switch give to its reports, in ascending order: parameters whose name
 * says so. They are the safest join of reports and switch, because the operator wrote them there.
 */
export class NodeIds {
  readonly #found = new Set<number>();

  add(entity: Entity): void {
    if (entity.kind === "member") this.#take(entity.run);
    else if (entity.kind === "entry" && entity.action?.kind === "run") this.#take(entity.action.run);
  }

  #take(run: EntityRun | null): void {
    for (const name in run?.params) {
      if (!NODE_ID.test(name) || this.#found.size >= MOST_NODE_IDS) continue;
      const value = Number(run.params[name]);
      if (Number.isInteger(value) && value >= 0 && value < 2 ** 32) this.#found.add(value);
    }
  }

  list = (): number[] => [...this.#found].sort((a, b) => a - b);
}

/** What a switch is known by; null and empty: not known. */
export type KnownBy = {
  id: string;
  name: string;
  /** device id that P4Runtime is spoken with, decimal */
  deviceId: string;
  address: string;
  intNodeIds: readonly number[];
  gnmi: Pick<GnmiDevice, "hostname" | "chassisId" | "serial" | "nodeIds"> | null;
};
export type IdentityConflict = {
  kind: "device id" | "node id" | "address" | "INT node id" | "chassis id" | "serial number";
  text: string;
  /** other switches that take part */
  others: { id: string; name: string }[];
};

/** Null: the device id is that of an ASIC of the switch, or gNMI does not say. */
export const nodeIdConflict = (deviceId: string, nodeIds: readonly string[]): string | null =>
  nodeIds.length === 0 || nodeIds.includes(deviceId)
    ? null
    : `read as P4Runtime device ${deviceId}, but gNMI has node id ${nodeIds.join(", ")}`;

/** What of the identity of a switch does not fit together, or is that of others too. */
export function conflictsOf(one: KnownBy, all: readonly KnownBy[]): IdentityConflict[] {
  const others = all.filter(({ id }) => id !== one.id);
  const shared = (
    kind: IdentityConflict["kind"],
    keys: (each: KnownBy) => readonly string[],
    text: (key: string, names: string) => string,
  ): IdentityConflict[] =>
    [...new Set(keys(one))].flatMap((key) => {
      const same = others.filter((each) => keys(each).includes(key));
      if (same.length === 0) return [];
      const names = same.map(({ name }) => name).join(", ");
      return [{ kind, text: text(key, names), others: same.map(({ id, name }) => ({ id, name })) }];
    });
  const own = one.gnmi && nodeIdConflict(one.deviceId, one.gnmi.nodeIds);
  return [
    ...shared(
      "device id",
      ({ deviceId }) => [deviceId],
      (id, names) =>
        `Device id ${id} is also that of ${names}: it does not tell them apart in clouds, deployments and reports.`,
    ),
    ...(own === null ? [] : [{ kind: "node id" as const, text: `${capital(own)}.`, others: [] }]),
    ...shared(
      "address",
      ({ address, deviceId }) => [`${address} device ${deviceId}`],
      (key, names) => `${key} is attached as ${names}, too.`,
    ),
    ...shared(
      "INT node id",
      ({ intNodeIds }) => intNodeIds.map(String),
      (id, names) => `Entries of ${names} set INT node id ${id}, too: reports of both look alike.`,
    ),
    ...shared(
      "chassis id",
      ({ gnmi }) => (gnmi?.chassisId ? [gnmi.chassisId.toLowerCase()] : []),
      (id, names) =>
        `gNMI of ${names} has chassis id ${id}, too: one device attached twice, or a copied configuration.`,
    ),
    ...shared(
      "serial number",
      ({ gnmi }) => (gnmi?.serial ? [gnmi.serial] : []),
      (id, names) => `gNMI of ${names} has serial number ${id}, too.`,
    ),
  ];
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
