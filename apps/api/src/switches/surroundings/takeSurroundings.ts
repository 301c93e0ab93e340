import { deflateRawSync } from "node:zlib";
import type { ChainService } from "../../chains/service.ts";
import type { DeploymentService } from "../../deployments/service.ts";
import type { DeviceService } from "../../devices/service.ts";
import { DomainError } from "../../errors.ts";
import { canonicalJson, sha256Of } from "../../shared/hash.ts";
import type { TopologyService } from "../../topologies/service.ts";
import type { AttachedSwitch } from "../schema.ts";
import type { DeploymentPiece, Manifest } from "./pieces.ts";

export type Stored = { hash: string; body: Uint8Array };

type Deps = {
  topologies: Pick<TopologyService, "heads" | "get">;
  deployments: Pick<DeploymentService, "revisions" | "get">;
  chains: Pick<ChainService, "get">;
  devices: Pick<DeviceService, "get">;
};

/** Segments of one deployment that are kept, those through the switch among them (our choice: 20 kB deflated). */
export const MOST_SEGMENTS = 500;
/** Clouds and deployments that are kept in memory as pieces, because each look asks for them (our choice). */
export const REMEMBERED = 200;

/** A document as a piece, and by what switches are known in it. */
type Known = { piece: Stored; names: ReadonlySet<string>; nodeIds: ReadonlySet<number> };

const pieceOf = (document: unknown): Stored => {
  const text = canonicalJson(document);
  return { hash: sha256Of(text), body: deflateRawSync(text) };
};

/**
 * INT node ids that a switch is known by: those that its entries set; where they set none its device id, unless another
 * switch has that, too.
 */
export function nodeIdsOf(
  { deviceId, reading }: Pick<AttachedSwitch, "deviceId" | "reading">,
  sharesDeviceId: boolean,
): readonly number[] {
  const set = reading?.intNodeIds ?? [];
  if (set.length > 0) return set;
  return sharesDeviceId ? [] : [Number(deviceId)];
}

/** Reads where a switch stands. What did not change since the last look is not read again. */
export function createSurroundingsTaker({ topologies, deployments, chains, devices }: Deps) {
  const memory = new Map<string, Known>();
  const known = async (version: string, make: () => Promise<Known>): Promise<Known> => {
    const found = memory.get(version) ?? (await make());
    // the newest use last: the first is forgotten
    memory.delete(version);
    memory.set(version, found);
    const [oldest] = memory.keys();
    if (memory.size > REMEMBERED && oldest !== undefined) memory.delete(oldest);
    return found;
  };

  const cloud = async (versionId: string): Promise<Known> => {
    const { document } = await topologies.get(versionId);
    return {
      piece: pieceOf(document),
      names: new Set(document.nodes.map(({ id }) => id)),
      nodeIds: new Set(document.nodes.flatMap(({ telemetry }) => telemetry?.nodeId ?? [])),
    };
  };

  const deployed = async (id: string): Promise<Known> => {
    const { segments, chainVersionId, placementId } = await deployments.get(id);
    const chain = chainVersionId ? (await chains.get(chainVersionId)).document.chain : null;
    const document: DeploymentPiece = {
      chain: chain && { name: chain.name ?? chain.id, maxDelayUs: chain.maxDelayUs },
      placementId,
      segments: segments.slice(0, MOST_SEGMENTS),
      of: segments.length,
    };
    const switches = segments.flatMap(({ elements }) => elements.filter(({ kind }) => kind === "switch"));
    return {
      piece: pieceOf(document),
      names: new Set(switches.map(({ label }) => label)),
      nodeIds: new Set(switches.flatMap((element) => (element.kind === "switch" ? element.nodeId : []))),
    };
  };

  const profileOf = async (device: string): Promise<Stored | null> => {
    try {
      return pieceOf((await devices.get(device)).document);
    } catch (error) {
      // it was removed since the switch was bound to it
      if (error instanceof DomainError && error.code === "not_found") return null;
      throw error;
    }
  };

  /** Those among `versions` that have the switch. */
  const having = async (
    versions: readonly { id: string; name: string; version: string }[],
    isIn: (known: Known) => boolean,
    read: (version: { id: string; version: string }) => Promise<Known>,
  ) => {
    const found: { id: string; name: string; piece: Stored }[] = [];
    for (const each of versions) {
      const one = await known(`${each.id}@${each.version}`, () => read(each));
      if (isIn(one)) found.push({ id: each.id, name: each.name, piece: one.piece });
    }
    return found;
  };

  /** A switch is the node or element of its name, or of its INT node id; its snapshot names the hash `manifest`. */
  return async (
    { name, device }: Pick<AttachedSwitch, "name" | "device">,
    nodeIds: readonly number[],
  ): Promise<{ manifest: string; pieces: Stored[] }> => {
    const isIn = (known: Known): boolean =>
      known.names.has(name) || nodeIds.some((id) => known.nodeIds.has(id));
    const clouds = (await topologies.heads()).map((head) => ({ ...head, version: head.versionId }));
    const revisions = (await deployments.revisions()).map(({ revision, ...each }) => ({
      ...{ ...each, version: String(revision) },
    }));
    const inClouds = await having(clouds, isIn, ({ version }) => cloud(version));
    const inDeployments = await having(revisions, isIn, ({ id }) => deployed(id));
    const profile = device === null ? null : await profileOf(device);
    const named = ({ piece, ...each }: { id: string; name: string; piece: Stored }) => ({
      ...{ ...each, piece: piece.hash },
    });
    const manifest: Manifest = {
      version: 1,
      profile: profile?.hash ?? null,
      topologies: inClouds.map(named),
      deployments: inDeployments.map(named),
    };
    const root = pieceOf(manifest);
    const pieces = [...(profile ? [profile] : []), ...[...inClouds, ...inDeployments].map((e) => e.piece)];
    return { manifest: root.hash, pieces: [...pieces, root] };
  };
}
export type TakeSurroundings = ReturnType<typeof createSurroundingsTaker>;
