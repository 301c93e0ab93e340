import { boundSegmentSchema } from "@p4twin/models/twin";
import type { Prisma } from "../database/client.ts";
import { within } from "../database/scope.ts";

/** What alarms, mutes and their audit are about: a segment (null: all of its deployment), or an attached switch. */
export type Place = { deploymentId: string; segmentId: string | null } | { switchId: string };

/** A place as rows have it. */
type PlaceColumns = { deploymentId: string | null; segmentId: string | null; switchId: string | null };

export const columnsOf = (place: Place): PlaceColumns =>
  "switchId" in place
    ? { deploymentId: null, segmentId: null, switchId: place.switchId }
    : { deploymentId: place.deploymentId, segmentId: place.segmentId, switchId: null };

/** The place of a row; the database lets none be without. */
export function placeOf({ deploymentId, segmentId, switchId }: PlaceColumns): Place {
  if (switchId !== null) return { switchId };
  if (deploymentId === null) throw new Error("a row of alarms is about nothing");
  return { deploymentId, segmentId };
}

/** Rows about a place of the workspace (null: of any) that was not removed. */
export const ofWorkspace = (workspaceId: string | null) => {
  const there = { ...within(workspaceId), removedAt: null };
  return { OR: [{ deployment: there }, { switch: there }] };
};

/** What a row needs for the names of its place. */
export const withPlace = {
  deployment: { select: { name: true, segments: true } },
  switch: { select: { name: true } },
} as const;

type NamedRow = {
  deployment: { name: string; segments: Prisma.JsonValue } | null;
  switch: { name: string } | null;
  segmentId: string | null;
};

export const namesOfPlace = (row: NamedRow) => ({
  deploymentName: row.deployment?.name ?? null,
  segmentName: row.segmentId && segmentNameOf(row.deployment?.segments, row.segmentId),
  switchName: row.switch?.name ?? null,
});

/** Name of a segment of a deployment; its id when the binding has gone. */
function segmentNameOf(segments: unknown, segmentId: string): string {
  const known = boundSegmentSchema.array().safeParse(segments);
  return known.data?.find((s) => s.id === segmentId)?.name ?? segmentId;
}
