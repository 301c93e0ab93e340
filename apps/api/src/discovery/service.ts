import type { HeardPath } from "@p4twin/models/telemetry";
import { ASSUMED_LINK_GBPS, bindsPath, twinOfPath, UNBUDGETED } from "@p4twin/models/twin";
import type { CaptureSummary } from "../captures/schema.ts";
import type { CaptureService } from "../captures/service.ts";
import type { ChainService } from "../chains/service.ts";
import type { Deployment } from "../deployments/schema.ts";
import type { DeploymentService } from "../deployments/service.ts";
import { DomainError } from "../errors.ts";
import type { NodeInventory } from "../telemetry/inventory.ts";
import type { TelemetryState } from "../telemetry/schema.ts";
import type { TopologyService } from "../topologies/service.ts";
import type { CreatedTwin, CreateTwinInput, PathEntry } from "./schema.ts";

type Deps = {
  telemetry: { state(): TelemetryState | null };
  captures: Pick<CaptureService, "list" | "get" | "start">;
  topologies: Pick<TopologyService, "create" | "remove">;
  chains: Pick<ChainService, "create" | "remove">;
  deployments: Pick<DeploymentService, "list" | "create">;
  inventory: Pick<NodeInventory, "look">;
};

/** Captures whose paths are listed beside those of now: the newest (our choice). */
const CAPTURES_LISTED = 10;

/** What the nodes of a path count, as its exporter's reports show now; null where two of them differ. */
function unitOfLive(
  exporter: TelemetryState["exporters"][number] | undefined,
  { hops }: HeardPath,
): PathEntry["unit"] {
  if (!exporter?.units) return null;
  const { timestamp, latency, basis, evidence, byNode } = exporter.units;
  if (basis !== "mixed")
    return { timestamp, latency, known: basis === "settings" || basis === "evidence", evidence };
  const [first, ...others] = byNode.filter(({ nodeIds }) =>
    hops.some(({ nodeId }) => nodeId !== null && nodeIds.includes(nodeId)),
  );
  if (!first || others.length > 0 || first.timestamp === null || first.latency === null) return null;
  return { timestamp: first.timestamp, latency: first.latency, known: true, evidence: first.evidence };
}

/** What the nodes of a path count in a capture; null where two of them differ or nothing was measured. */
function unitInCapture({ units }: CaptureSummary, { exporter, hops }: HeardPath): PathEntry["unit"] {
  const of = units.filter(
    (unit) =>
      unit.exporter === exporter &&
      hops.some(({ nodeId }) => nodeId !== null && unit.nodeIds.includes(nodeId)),
  );
  const [first] = of;
  if (!first || of.some((u) => u.timestamp !== first.timestamp || u.latency !== first.latency)) return null;
  const { timestamp, latency, evidence } = first;
  return { timestamp, latency, known: of.every((u) => u.basis !== "assumed"), evidence };
}

const spanS = ({ firstNs, lastNs }: CaptureSummary): number =>
  firstNs === null || lastNs === null ? 0 : Number(BigInt(lastNs) - BigInt(firstNs)) / 1e9;

/** Paths that reports show, and what becomes of one: cloud, chain and deployment with its binding. */
export function createDiscoveryService(deps: Deps) {
  const { telemetry, captures, topologies, chains, deployments, inventory } = deps;

  const bindable = ({ exporter, hops }: HeardPath): boolean =>
    twinOfPath(
      { exporters: [exporter], hops, timeUnit: null },
      { name: "path", ...UNBUDGETED, linkGbps: ASSUMED_LINK_GBPS },
    ) !== null;

  type Known = Pick<PathEntry, "source" | "label" | "reportsPerS" | "unit">;
  const entriesOf = async (paths: readonly (HeardPath & { known: Known })[]): Promise<PathEntry[]> => {
    const [all, nameOf] = await Promise.all([deployments.list(), inventory.look()]);
    const boundBy = (path: HeardPath) =>
      all.flatMap(({ id, name, segments }: Deployment) =>
        segments.some((segment) => bindsPath(segment, path)) ? [{ deploymentId: id, name }] : [],
      );
    return paths.map(({ known, ...path }) => ({
      ...path,
      ...known,
      nodeNames: path.hops.map(({ nodeId }) => (nodeId === null ? null : nameOf(path.exporter, nodeId))),
      boundBy: boundBy(path),
      bindable: bindable(path),
    }));
  };

  const heardLive = (): (HeardPath & { known: Known })[] => {
    const state = telemetry.state();
    if (!state) return [];
    const exporters = new Map(state.exporters.map((e) => [e.address, e]));
    return state.paths.map((path) => {
      const exporter = exporters.get(path.exporter);
      const rate = exporter?.reportsPerS ?? null;
      const known: Known = {
        source: { kind: "live" },
        label: exporter?.label ?? null,
        reportsPerS: rate === null ? null : path.recentShare * rate,
        unit: unitOfLive(exporter, path),
      };
      return { ...path, known };
    });
  };

  const heardIn = async (captureId: string): Promise<(HeardPath & { known: Known })[]> => {
    const { name, summary } = await captures.get(captureId);
    if (!summary) return [];
    const seconds = spanS(summary);
    return summary.paths.map((path) => ({
      ...path,
      known: {
        source: { kind: "capture", captureId, captureName: name },
        label: null,
        reportsPerS: seconds > 0 ? path.reports / seconds : null,
        unit: unitInCapture(summary, path),
      },
    }));
  };

  return {
    /** Paths heard now and in the newest captures, or those of one capture. */
    async paths({ captureId }: { captureId?: string | undefined }): Promise<PathEntry[]> {
      if (captureId !== undefined) return entriesOf(await heardIn(captureId));
      const { captures: stored } = await captures.list();
      const ready = stored.filter(({ state }) => state === "ready").slice(0, CAPTURES_LISTED);
      const inCaptures = await Promise.all(ready.map(({ id }) => heardIn(id)));
      return entriesOf([...heardLive(), ...inCaptures.flat()]);
    },

    /** Makes cloud, chain and deployment of a path; what was made is removed again when a later step fails. */
    async createTwin({ captureId, ...input }: CreateTwinInput & { by: string | null }): Promise<CreatedTwin> {
      const { by, exporters, hops, timeUnit, ...choices } = input;
      const nameOf = await inventory.look();
      const nodeName = (nodeId: number): string | null => nameOf(exporters[0] ?? "", nodeId);
      const made = twinOfPath({ exporters, hops, timeUnit, nodeName }, choices);
      if (made === null)
        throw new DomainError(
          "bad_input",
          "This path cannot be bound: each hop must name its node, and a segment holds 21 switches at most.",
        );
      const undo: (() => Promise<void>)[] = [];
      try {
        const topology = await topologies.create({ content: { document: made.topology }, by });
        if (!topology.ok)
          throw new DomainError("bad_input", topology.diagnostics[0]?.message ?? "The cloud is not valid.");
        undo.push(() => topologies.remove(topology.version.topologyId));
        const file = { version: 1, functions: [], chains: [made.chain] };
        const chain = await chains.create({ content: { document: file }, by });
        const version = chain.ok ? chain.versions[0] : undefined;
        if (!version)
          throw new DomainError("bad_input", chain.diagnostics[0]?.message ?? "The chain is not valid.");
        undo.push(() => chains.remove(version.chainId));
        const deployment = await deployments.create({
          ...{ name: choices.name, chainVersionId: version.id, placementId: null },
          segments: made.segments,
          by,
        });
        const run =
          captureId === null
            ? null
            : await captures.start({ captureId, deploymentId: deployment.id, mode: "fill", speed: null, by });
        return {
          deploymentId: deployment.id,
          topologyVersionId: topology.version.id,
          chainVersionId: version.id,
          runId: run?.id ?? null,
        };
      } catch (error) {
        for (const step of undo.reverse()) await step();
        throw error;
      }
    },
  };
}
