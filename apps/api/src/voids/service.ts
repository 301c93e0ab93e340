import type { DeploymentService } from "../deployments/service.ts";
import { DomainError } from "../errors.ts";
import { type Clock, found } from "../shared/service.ts";
import type { VoidFilter, VoidInput, WindowVoid } from "./schema.ts";
import type { VoidStore } from "./store.ts";

type Deps = {
  store: VoidStore;
  deployments: Pick<DeploymentService, "get">;
  /** days that windows of a second are stored: of older ones only roll-ups are left */
  retentionDays(): Promise<number>;
  clock: Clock;
};

const DAY_MS = 86_400_000;
/** Days of one void at most (our choice). */
const MAX_DAYS = 31;

/** Wrong windows: taken out of a twin with a note, and put back. */
export function createVoidService({ store, deployments, retentionDays, clock }: Deps) {
  return {
    async list(filter: VoidFilter): Promise<WindowVoid[]> {
      await deployments.get(filter.deploymentId);
      return store.list(filter);
    },

    async create(input: VoidInput & { by: string | null }): Promise<WindowVoid> {
      const { deploymentId, segmentId, range } = input;
      const { segments } = await deployments.get(deploymentId);
      if (segmentId !== null && !segments.some(({ id }) => id === segmentId))
        throw new DomainError("bad_input", `This deployment has no segment ${segmentId}.`);
      const now = clock();
      const [fromMs, toMs] = [Date.parse(range.from), Date.parse(range.to)];
      if (toMs - fromMs > MAX_DAYS * DAY_MS)
        throw new DomainError("bad_input", `A void covers ${MAX_DAYS} days at most. Choose a shorter range.`);
      const days = await retentionDays();
      if (fromMs < now.getTime() - days * DAY_MS)
        throw new DomainError(
          "bad_input",
          `Windows of a second are stored for ${days} days; older ones are merged and cannot be voided. Choose a later begin.`,
        );
      const id = await store.create({ ...input, at: now });
      if (id === null)
        throw new DomainError("bad_input", "These are more than 1,000,000 windows. Choose a shorter range.");
      return found(await store.get(id), "void", id);
    },

    async undo(id: string): Promise<void> {
      if (!(await store.undo(found(await store.get(id), "void", id))))
        throw new DomainError(
          "conflict",
          "Some of its windows are older than 30 days and no longer kept: this void stays.",
        );
    },
  };
}
export type VoidService = ReturnType<typeof createVoidService>;
