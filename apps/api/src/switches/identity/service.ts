import { conflictsOf, type KnownBy } from "@p4twin/models/attach";
import { type GnmiFile, joinNeighbours } from "@p4twin/models/topology";
import { found } from "../../shared/service.ts";
import type { AttachedSwitch } from "../schema.ts";
import type { SnapshotReader } from "../snapshotReader.ts";
import type { SwitchStore } from "../store.ts";
import { nodeIdsOf } from "../surroundings/takeSurroundings.ts";
import type { GnmiState, Identity, Neighbours } from "./schema.ts";

type Deps = {
  store: Pick<SwitchStore, "list" | "gnmiReads" | "snapshot">;
  reader: Pick<SnapshotReader, "snapshot" | "manifest">;
};

/** Who a switch is, joined over P4Runtime, gNMI and INT, and the links that switches see. */
export function createIdentityService({ store, reader }: Deps) {
  const placesOf = async (snapshotId: string | null) => {
    const snapshot = snapshotId === null ? null : await store.snapshot(snapshotId);
    return snapshot && reader.manifest(await reader.snapshot(snapshot.root));
  };

  return {
    async get(id: string): Promise<Identity> {
      const [all, gnmi] = await Promise.all([store.list(), store.gnmiReads()]);
      const one = found(all.find((each) => each.id === id) ?? null, "switch", id);
      const known = all.map((each) => knownBy(each, gnmi.get(each.id) ?? null));
      const conflicts = conflictsOf(knownBy(one, gnmi.get(id) ?? null), known);
      const shares = conflicts.some(({ kind }) => kind === "device id");
      const places = await placesOf(one.snapshotId);
      return {
        deviceId: one.deviceId,
        intNodeIds: one.reading?.intNodeIds ?? [],
        knownAs: knownAs(one, shares),
        clouds: places?.topologies.map(({ name }) => name) ?? [],
        deployments: places?.deployments.map(({ name }) => name) ?? [],
        conflicts,
        gnmi: gnmi.get(id) ?? null,
      };
    },

    /** All switches that were read by gNMI, as a file to import, with the links that their neighbours make. */
    async neighbours(): Promise<Neighbours> {
      const [all, reads] = await Promise.all([store.list(), store.gnmiReads()]);
      const gnmi = all.flatMap(({ id, name }) => {
        const device = reads.get(id)?.device;
        return device ? [{ name, isProgrammable: true, device }] : [];
      });
      const { links, conflicts } = joinNeighbours(gnmi);
      const file: GnmiFile = { version: 1, gnmi };
      const text = gnmi.length === 0 ? "" : JSON.stringify(file);
      return { text, read: gnmi.map(({ name }) => name), links: links.length, conflicts };
    },
  };
}

const knownBy = (
  { id, name, deviceId, address, reading }: AttachedSwitch,
  gnmi: GnmiState | null,
): KnownBy => ({
  ...{ id, name, deviceId, address },
  intNodeIds: reading?.intNodeIds ?? [],
  gnmi: gnmi?.device ?? null,
});

function knownAs(one: AttachedSwitch, shares: boolean): string {
  const ids = nodeIdsOf(one, shares).join(", ");
  const set = (one.reading?.intNodeIds.length ?? 0) > 0;
  const byName = `the node or element named "${one.name}"`;
  if (ids === "") return `${byName} only: its device id is not its own, and its entries set no INT node id`;
  return `${byName}, or that of INT node id ${ids}, ${set ? "which its entries set" : "its device id"}`;
}
