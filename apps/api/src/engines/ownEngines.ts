import type { DeviceProfile } from "@p4twin/models/device";
import type { EstimateOptions } from "@p4twin/models/engine";
import type { EstimateReport, LatencyProgram } from "@p4twin/models/latency";

const OWN = /^own:([0-9a-f-]{36})$/i;

/** Id under which scenarios, placements and deployments name a version of an own engine. */
export const ownEngineId = (versionId: string): string => `own:${versionId}`;

/** The version that an id names; null when it names none of an own engine. */
export const versionOfOwn = (id: string): string | null => OWN.exec(id)?.[1] ?? null;

/** Whether an id names a version of an own engine. */
export const isOwnEngine = (id: string): boolean => OWN.test(id);

export type EstimateQuestion = Pick<EstimateOptions, "packetBytes" | "extremes" | "outcomes">;

/**
 * Estimates by an engine of the list, built in or own. Rejects with a `DomainError` when there is none of
 * that id, or when it fails.
 */
export type EstimatesByEngine = {
  estimate(
    engine: string,
    program: LatencyProgram,
    device: DeviceProfile,
    options?: EstimateQuestion,
  ): Promise<EstimateReport>;
};
