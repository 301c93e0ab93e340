import { type BoundSegment, type Thresholds, thresholdsSchema } from "@p4twin/models/twin";
import type { ChainService } from "../chains/service.ts";
import type { EngineService } from "../engines/service.ts";
import { DomainError, notFound } from "../errors.ts";
import type { PlacementService } from "../placements/service.ts";
import { type Clock, found } from "../shared/service.ts";
import type {
  BranchesOfElement,
  Deployment,
  DeploymentInput,
  ThresholdChange,
  ThresholdsOfMany,
} from "./schema.ts";
import type { DeploymentPatch, DeploymentStore } from "./store.ts";

type Deps = {
  store: DeploymentStore;
  chains: ChainService;
  placements: PlacementService;
  engines: Pick<EngineService, "requireEstimator">;
  clock: Clock;
  /** called after every committed change, so that collectors of this process reload their segments at once */
  onChange(deploymentId: string): void;
};
type By = { by: string | null };

const thresholdsOf = ({ plUs, dlUs, alarm }: BoundSegment): Thresholds => ({ plUs, dlUs, alarm });
const enginesOf = (segments: readonly BoundSegment[]): Set<string> =>
  new Set(segments.flatMap((s) => s.elements.flatMap((e) => (e.kind === "switch" ? [e.engine] : []))));
const differ = (a: Thresholds, b: Thresholds): boolean => JSON.stringify(a) !== JSON.stringify(b);

/**
 * Deployments: segments bound to live telemetry, their PL and DL adjustable at run time with an audit of every change.
 */
export function createDeploymentService({ store, chains, placements, engines, clock, onChange }: Deps) {
  const get = async (id: string): Promise<Deployment> => found(await store.get(id), "deployment", id);

  /** Rejects with `bad_input` when an engine is unknown; one that was stored before may have been removed since. */
  const requireEngines = async (
    segments: readonly BoundSegment[],
    before: readonly BoundSegment[] = [],
  ): Promise<void> => {
    const stored = enginesOf(before);
    for (const id of enginesOf(segments)) if (!stored.has(id)) await engines.requireEstimator(id);
  };

  return {
    list: () => store.list(),
    revisions: () => store.revisions(),
    thresholdsAt: (id: string, at: Date) => store.thresholdsAt(id, at),
    get,

    async create(input: DeploymentInput & By): Promise<Deployment> {
      const { by, ...content } = input;
      await requireEngines(content.segments);
      if (content.chainVersionId) await chains.get(content.chainVersionId);
      if (content.placementId) {
        const placement = await placements.get(content.placementId);
        if (!placement.result || placement.result.status === "infeasible") {
          throw new DomainError(
            "conflict",
            "This placement has no embedding to deploy; run one that is feasible.",
          );
        }
      }
      const id = await store.create({ ...content, createdBy: by });
      onChange(id);
      return get(id);
    },

    /** Changes name, status or bindings. Thresholds that change with the bindings are audited too. */
    async update({ id, by, ...patch }: DeploymentPatch & { id: string } & By): Promise<Deployment> {
      if (patch.segments) await requireEngines(patch.segments, (await get(id)).segments);
      await store.transaction(async (tx) => {
        const before = await store.lockSegments(tx, id);
        if (!before) throw notFound("deployment", id);
        for (const segment of patch.segments ?? []) {
          const old = before.find((s) => s.id === segment.id);
          if (!old || !differ(thresholdsOf(old), thresholdsOf(segment))) continue;
          const change = { before: thresholdsOf(old), after: thresholdsOf(segment) };
          await store.addChange(tx, { deploymentId: id, segmentId: segment.id, ...change, changedBy: by });
        }
        await store.update(tx, id, patch);
      });
      onChange(id);
      return get(id);
    },

    async setThresholds(
      input: { id: string; segmentId: string; thresholds: Thresholds } & By,
    ): Promise<Deployment> {
      const { id, segmentId, thresholds: after, by } = input;
      await store.transaction(async (tx) => {
        const segments = await store.lockSegments(tx, id);
        const segment = segments?.find((s) => s.id === segmentId);
        if (!segments) throw notFound("deployment", id);
        if (!segment) throw notFound("segment", segmentId);
        const before = thresholdsOf(segment);
        if (!differ(before, after)) return;
        const changed = segments.map((s) => (s.id === segmentId ? { ...s, ...after } : s));
        await store.update(tx, id, { segments: changed });
        await store.addChange(tx, { deploymentId: id, segmentId, before, after, changedBy: by });
      });
      onChange(id);
      return get(id);
    },

    /** A switch is predicted by the mean over the paths that counted packets take, or by its slowest path again. */
    async setBranches({ id, segmentId, element: at, branches }: BranchesOfElement): Promise<Deployment> {
      await store.transaction(async (tx) => {
        const segments = await store.lockSegments(tx, id);
        if (!segments) throw notFound("deployment", id);
        const segment = segments.find((s) => s.id === segmentId);
        if (!segment) throw notFound("segment", segmentId);
        const element = segment.elements[at];
        if (element?.kind !== "switch")
          throw new DomainError("bad_input", `Element ${at} of ${segment.name} is not a switch.`);
        if (branches && !element.program)
          throw new DomainError("bad_input", `Name the program of ${element.label} first.`);
        const changed = { ...element, path: branches ? "mean" : "max", branches };
        const elements = segment.elements.map((e, i) => (i === at ? changed : e));
        await store.update(tx, id, {
          segments: segments.map((s) => (s === segment ? { ...s, elements } : s)),
        });
      });
      onChange(id);
      return get(id);
    },

    /**
     * The same change of thresholds for many segments; a deployment is changed as a whole or not at all, and the first
     * that cannot be ends it.
     */
    async changeThresholds({ segments, change, by }: ThresholdsOfMany & By): Promise<Deployment[]> {
      const byDeployment = new Map<string, { segmentId: string }[]>();
      for (const { deploymentId, segmentId } of segments) {
        const wanted = byDeployment.get(deploymentId);
        if (wanted) wanted.push({ segmentId });
        else byDeployment.set(deploymentId, [{ segmentId }]);
      }
      for (const [id, wanted] of byDeployment) {
        await store.transaction(async (tx) => {
          const known = await store.lockSegments(tx, id);
          if (!known) throw notFound("deployment", id);
          const changed = new Map<string, BoundSegment>();
          for (const { segmentId } of wanted) {
            const segment = known.find((s) => s.id === segmentId);
            if (!segment) throw notFound("segment", segmentId);
            const before = thresholdsOf(segment);
            const parsed = thresholdsSchema.safeParse({ ...before, ...change });
            if (!parsed.success)
              throw new DomainError("bad_input", `${segment.name}: ${parsed.error.issues[0]?.message}.`);
            const after = parsed.data;
            if (!differ(before, after)) continue;
            changed.set(segmentId, { ...segment, ...after });
            await store.addChange(tx, { deploymentId: id, segmentId, before, after, changedBy: by });
          }
          if (changed.size > 0)
            await store.update(tx, id, { segments: known.map((s) => changed.get(s.id) ?? s) });
        });
        onChange(id);
      }
      return Promise.all([...byDeployment.keys()].map(get));
    },

    async thresholdHistory(id: string, segmentId?: string | undefined): Promise<ThresholdChange[]> {
      await get(id);
      return store.changes(id, segmentId);
    },

    async remove(id: string): Promise<void> {
      if (!(await store.setRemoved(id, clock()))) throw notFound("deployment", id);
      onChange(id);
    },

    async restore(id: string): Promise<void> {
      if (!(await store.setRemoved(id, null))) throw notFound("deployment", id);
      onChange(id);
    },
  };
}

export type DeploymentService = ReturnType<typeof createDeploymentService>;
