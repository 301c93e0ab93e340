"use client";
import { Alert, Button, Panel, Switch } from "@p4twin/ui";
import { formatCountExact, formatRelativeTime } from "@p4twin/ui/format";
import { useState } from "react";
import { countOf } from "@/lib/countOf.ts";
import { ExporterDialog } from "./ExporterDialog.tsx";
import { useExporters } from "./useExporters.ts";
import type { TelemetryState } from "./useTelemetry.ts";

const WHY = {
  "not-accepted": "not accepted by the list",
  "too-many": "one too many: the collector keeps no more exporters",
};

/** Whose datagrams are taken: everybody's, or only those of listed exporters; and who was refused. */
export function AcceptancePanel({ state }: { state: TelemetryState }) {
  const { mayChange, list, acceptance, setAcceptance } = useExporters();
  const [editing, setEditing] = useState<string | "new" | null>(null);
  const only = acceptance.data?.acceptOnlyListed ?? false;
  const listed = list.data ?? [];
  const silent = listed.filter((e) => !state.exporters.some((heard) => heard.address === e.address));
  return (
    <Panel
      title="Who is accepted"
      subtitle={countOf(listed.length, "exporter listed", "exporters listed")}
      actions={
        mayChange ? (
          <Button size="sm" onClick={() => setEditing("new")}>
            List an exporter
          </Button>
        ) : null
      }
    >
      <div className="flex flex-col gap-3">
        <Switch
          label="Accept listed exporters only"
          checked={only}
          disabled={!mayChange || setAcceptance.isPending}
          onCheckedChange={(acceptOnlyListed) => setAcceptance.mutate({ acceptOnlyListed })}
        />
        {only && listed.every((e) => !e.accepted) ? (
          <Alert tone="warn" title="Nothing is accepted">
            No exporter is listed as accepted: list one, or accept all.
          </Alert>
        ) : null}
        {silent.length > 0 ? (
          <p className="text-ink-2">
            Listed, but not heard: {silent.map((e) => e.label ?? e.address).join(", ")}
          </p>
        ) : null}
        {state.refusedSenders.length > 0 ? (
          <div>
            <p className="font-medium">Refused</p>
            <ul aria-label="Refused senders" className="flex flex-col gap-1">
              {state.refusedSenders.map((s) => (
                <li key={`${s.reason} ${s.address}`} className="flex flex-wrap items-center gap-x-3">
                  <span className="font-medium">{s.address}</span>
                  <span className="text-ink-2">
                    {formatCountExact(s.datagrams)} datagrams, {WHY[s.reason]},{" "}
                    {formatRelativeTime(s.lastHeardMs, state.atMs)}
                  </span>
                  {mayChange && s.reason === "not-accepted" ? (
                    <Button
                      size="sm"
                      aria-label={`Settings of ${s.address}`}
                      onClick={() => setEditing(s.address)}
                    >
                      Settings
                    </Button>
                  ) : null}
                </li>
              ))}
            </ul>
            {state.refusedElsewhere > 0 ? (
              <p className="text-xs text-ink-3">
                and {formatCountExact(state.refusedElsewhere)} datagrams of further addresses
              </p>
            ) : null}
          </div>
        ) : null}
      </div>
      {editing === null ? null : (
        <ExporterDialog
          address={editing === "new" ? null : editing}
          listed={listed.find((e) => e.address === editing) ?? null}
          onClose={() => setEditing(null)}
        />
      )}
    </Panel>
  );
}
