"use client";

import { useQuery } from "@tanstack/react-query";
import { AlertsBell } from "@/features/events/index.ts";
import { useTRPC } from "@/lib/trpc.ts";
import { StatusStrip } from "./StatusStrip.tsx";

/** Name of the workspace, at the left of the top bar. */
export function WorkspaceSlot() {
  const trpc = useTRPC();
  const settings = useQuery(trpc.system.settings.queryOptions(undefined, { staleTime: Infinity }));
  return <span className="truncate font-medium">{settings.data?.workspaceName ?? "Workspace"}</span>;
}

/** Time range of live views, in the top bar. */
export function TimeRangeSlot() {
  return null;
}

/** The alerts bell, in the top bar. */
export function AlertsSlot() {
  return <AlertsBell />;
}

/** Items of the status strip: exporters, reports per second, loss, database, model verdicts. */
export function StatusSlot() {
  return <StatusStrip />;
}
