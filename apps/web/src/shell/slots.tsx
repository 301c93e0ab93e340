"use client";

import { AlertsBell } from "@/features/events/index.ts";
import { WorkspaceMenu } from "@/features/workspaces/index.ts";
import { StatusStrip } from "./StatusStrip.tsx";

/** The workspace that is shown, at the left of the top bar. */
export function WorkspaceSlot() {
  return <WorkspaceMenu />;
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
