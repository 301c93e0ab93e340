import type { Prediction } from "./predict.ts";

export type DeviceRow = {
  id: string;
  profile: string;
  failed: boolean;
  powerWatts: number;
  /** against the baseline */
  addedWatts: number;
  fullest: number | null;
  functions: string;
};

/** Rows beside the devices in use; more are found by the filter (our choice). */
const MOST_ROWS = 16;

/**
 * Devices in use before or after, failed ones and the chosen one, then others as far as there is room or the
 * filter finds them.
 */
export function deviceRows(
  { state, comparison, now }: Prediction,
  filter: string,
  selected: string | null,
): { rows: DeviceRow[]; hidden: number } {
  const used = new Map(comparison.devices.map((device) => [device.id, device]));
  const nowOf = new Map(now.devices.map((device) => [device.id, device]));
  const failed = new Set(state.failed.nodes);
  const wanted = filter.trim().toLowerCase();
  const first = (id: string): boolean => used.has(id) || failed.has(id) || id === selected;
  const all = state.problem.devices;
  const matching =
    wanted === "" ? all : all.filter(({ id, profile }) => `${id} ${profile}`.toLowerCase().includes(wanted));
  const others: typeof all = [];
  for (const device of matching) {
    if (others.length === MOST_ROWS) break;
    if (!first(device.id)) others.push(device);
  }
  const shown = [...matching.filter(({ id }) => first(id)), ...others];
  return {
    rows: shown.map(({ id, profile }): DeviceRow => {
      const watts = used.get(id)?.powerWatts;
      return {
        id,
        profile,
        failed: failed.has(id),
        powerWatts: watts?.variant ?? 0,
        addedWatts: (watts?.variant ?? 0) - (watts?.base ?? 0),
        fullest: nowOf.get(id)?.fullest ?? null,
        functions: functionsLine(nowOf.get(id)?.functions ?? []),
      };
    }),
    hidden: state.problem.devices.length - shown.length,
  };
}

/** `fw, 2 nat`: what runs there, by type. */
function functionsLine(functions: readonly { type: string }[]): string {
  const counts = new Map<string, number>();
  for (const { type } of functions) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => (count === 1 ? type : `${count} ${type}`)).join(", ");
}
