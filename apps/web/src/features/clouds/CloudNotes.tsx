"use client";
import { reviewTopology, type Topology, topologyFormats } from "@p4twin/models/topology";
import { Alert, Button, Select, type SelectOption } from "@p4twin/ui";
import { useMemo } from "react";
import { countOf } from "@/lib/countOf.ts";
import { DiagnosticList } from "@/lib/DiagnosticList.tsx";
import type { CloudDraft } from "./cloudDraft.ts";

export type CloudNotesProps = {
  topology: Topology;
  imported: CloudDraft["imported"];
  profiles: readonly SelectOption<string>[];
  /** null: nothing can be changed */
  onProfile: ((nodeIds: readonly string[], profile: string) => void) | null;
  onSelect: (nodeId: string) => void;
  onForget: () => void;
};

/** More pieces of advice than this are counted, not listed (our choice). */
const SHOWN = 6;

/** What an import did not keep or supposed, and what the cloud still lacks to be used. */
export function CloudNotes({ topology, imported, profiles, onProfile, onSelect, onForget }: CloudNotesProps) {
  const advice = useMemo(
    () => reviewTopology(topology, profiles.length === 0 ? null : profiles.map((profile) => profile.value)),
    [topology, profiles],
  );
  const bare = advice.flatMap(({ code, nodeId }) =>
    code === "no-profile" && nodeId !== null ? [nodeId] : [],
  );
  const others = advice.filter(({ code }) => code !== "no-profile");
  return (
    <>
      {imported ? (
        <Alert
          title={`${imported.fileName} was read as ${topologyFormats[imported.format]}.`}
          action={
            <Button size="sm" onClick={onForget}>
              Close
            </Button>
          }
        >
          {imported.notes.length === 0 ? (
            "All of it was kept."
          ) : (
            <DiagnosticList
              diagnostics={imported.notes}
              label="What the import did not keep or supposed"
              className="max-h-48 overflow-auto"
            />
          )}
        </Alert>
      ) : null}
      {bare.length > 0 ? (
        <Alert
          tone="warn"
          title={`${countOf(bare.length, "device")} without a profile: ${bare.slice(0, 5).join(", ")}${bare.length > 5 ? ", …" : ""}`}
          action={
            onProfile ? (
              <Select
                aria-label="Profile for all of them"
                value={undefined}
                placeholder="Give them a profile"
                options={profiles}
                onValueChange={(profile) => onProfile(bare, profile)}
                className="w-48"
              />
            ) : undefined
          }
        >
          No chain can be placed on a device without a profile.
        </Alert>
      ) : null}
      {others.length > 0 ? (
        <Alert tone="warn" title="Worth a look">
          <ul className="flex flex-col">
            {others.slice(0, SHOWN).map(({ nodeId, message }) => (
              <li key={message}>
                {nodeId === null ? (
                  message
                ) : (
                  <button
                    type="button"
                    className="cursor-pointer text-left underline decoration-dotted hover:text-ink"
                    onClick={() => onSelect(nodeId)}
                  >
                    {message}
                  </button>
                )}
              </li>
            ))}
            {others.length > SHOWN ? <li>and {others.length - SHOWN} more</li> : null}
          </ul>
        </Alert>
      ) : null}
    </>
  );
}
