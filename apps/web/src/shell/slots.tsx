"use client";

/** Name of the workspace, at the left of the top bar. */
export function WorkspaceSlot() {
  return <span className="truncate font-medium">Workspace</span>;
}

/** Time range of live views, in the top bar. */
export function TimeRangeSlot() {
  return null;
}

/** The alerts bell, in the top bar. */
export function AlertsSlot() {
  return null;
}

/** Items of the status strip: exporters, reports per second, loss, database, model verdicts. */
export function StatusSlot() {
  return null;
}
