"use client";

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
