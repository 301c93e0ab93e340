import { ReadFailure } from "../channel.ts";
import type { Setting } from "./setting.ts";

export type SettingValue = { setting: Setting; value: bigint };

/** A way to settings of a switch. Rejects with `ReadFailure` when the switch is away or refuses to be read. */
export type SettingsDoor = {
  /** Values in the order of `settings`; null: the switch has none such. */
  read(settings: readonly Setting[]): Promise<(bigint | null)[]>;
  /** Why each was not written, in order; null: it was taken. */
  write(values: readonly SettingValue[]): Promise<(string | null)[]>;
};

export type SettingChange = SettingValue & {
  /** what who asks has seen; the change is made only where it still holds */
  before: bigint | null;
};

export type ChangeOutcome =
  /** `moved`: somebody else changed one meanwhile, so nothing was written */
  | { state: "moved"; now: (bigint | null)[] }
  /** `written`: each was read back as wanted; `after` null: it could not be read */
  | { state: "written" | "failed"; items: { after: bigint | null; why: string | null }[] };

/**
 * Writes settings where they still are what was seen, and reads each back: what a switch says it took is not what
 * counts. Rejects with `ReadFailure` when nothing was written.
 */
export async function changeSettings(
  door: SettingsDoor,
  changes: readonly SettingChange[],
): Promise<ChangeOutcome> {
  const settings = changes.map(({ setting }) => setting);
  const now = await door.read(settings);
  if (changes.some(({ before }, i) => before === null || now[i] !== before)) return { state: "moved", now };
  let refused: (string | null)[] = [];
  let lost: string | null = null;
  let after: (bigint | null)[] = [];
  try {
    refused = await door.write(changes);
    after = await door.read(settings);
  } catch (error) {
    if (!(error instanceof ReadFailure)) throw error;
    lost = `whether it was written is unknown: ${error.message}`;
  }
  const items = changes.map(({ value }, i) => {
    const read = after[i] ?? null;
    const why =
      refused[i] ?? lost ?? (read === value ? null : `it is ${read ?? "unknown"} after it was written`);
    return { after: read, why };
  });
  return { state: items.every(({ why }) => why === null) ? "written" : "failed", items };
}

/** Sends each setting to its door; all of them by one where there is one only. */
export function doorsTogether(doorOf: (setting: Setting) => SettingsDoor): SettingsDoor {
  const byDoor = <T extends Setting | SettingValue>(all: readonly T[]) => {
    const parts = new Map<SettingsDoor, number[]>();
    all.forEach((each, i) => {
      const door = doorOf("setting" in each ? each.setting : each);
      parts.set(door, [...(parts.get(door) ?? []), i]);
    });
    return parts;
  };
  return {
    async read(settings) {
      const found: (bigint | null)[] = settings.map(() => null);
      for (const [door, at] of byDoor(settings)) {
        const values = await door.read(at.map((i) => settings[i]!));
        at.forEach((i, n) => {
          found[i] = values[n] ?? null;
        });
      }
      return found;
    },
    async write(values) {
      const whys: (string | null)[] = values.map(() => null);
      for (const [door, at] of byDoor(values)) {
        const refused = await door.write(at.map((i) => values[i]!));
        at.forEach((i, n) => {
          whys[i] = refused[n] ?? null;
        });
      }
      return whys;
    },
  };
}
