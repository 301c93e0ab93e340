"use client";
import { Field, Select } from "@p4twin/ui";
import { OptionalSelect } from "@/lib/OptionalSelect.tsx";
import type { RouterInputs } from "@/lib/trpc.ts";
import { ChosenFile, type ReadFile } from "./ChosenFile.tsx";
import { type Kind, usePlacements, useSides } from "./useReviewSides.ts";

/** What is chosen of one side. */
export type SideChoice = { id: string | undefined; entries: ReadFile | null; placementId: string | null };
export const NO_SIDE: SideChoice = { id: undefined, entries: null, placementId: null };

type Side = RouterInputs["reviews"]["create"]["before"];
export function sideOf(kind: Kind, { id, entries, placementId }: SideChoice): Side | null {
  if (id === undefined) return null;
  if (kind === "program") return { kind, programVersionId: id, entries: entries?.text ?? null };
  if (kind === "topology") return { kind, topologyVersionId: id };
  if (kind === "scenario") return { kind, scenarioVersionId: id, placementId };
  return { kind, snapshotId: id };
}

/** The version of a side, and what belongs to it: a file of entries, or a placement. */
export function SideFields({
  title,
  kind,
  source,
  side,
  onSide,
  unplaced,
}: {
  title: "Before" | "After";
  kind: Kind;
  source: string | undefined;
  side: SideChoice;
  onSide: (side: SideChoice) => void;
  /** what holds without a placement */
  unplaced: string;
}) {
  const options = useSides(kind, source);
  const placements = usePlacements(kind === "scenario" ? side.id : undefined);
  const when = title.toLowerCase();
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Field label={title}>
        {(control) => (
          <Select
            {...control}
            value={side.id}
            placeholder="Choose"
            onValueChange={(id) => onSide({ ...side, id, placementId: null })}
            options={options}
          />
        )}
      </Field>
      {kind === "scenario" ? (
        <Field label={`Placement ${when}`} optional>
          {(control) => (
            <OptionalSelect
              {...control}
              value={side.placementId}
              none={unplaced}
              onValueChange={(placementId) => onSide({ ...side, placementId })}
              options={placements}
            />
          )}
        </Field>
      ) : null}
      {kind === "program" ? (
        <ChosenFile
          what={`entries ${when}`}
          title="Entries"
          hint="BMv2 commands, P4Runtime text, or JSON of the tutorials; optional"
          file={side.entries}
          onFile={(entries) => onSide({ ...side, entries })}
        />
      ) : null}
    </div>
  );
}
