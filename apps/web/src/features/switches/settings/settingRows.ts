import type { RouterInputs, RouterOutputs } from "@/lib/trpc.ts";

export type Settable = RouterOutputs["switches"]["settings"]["list"];
export type SwitchWrite = RouterOutputs["switches"]["settings"]["writes"][number];
type Change = RouterInputs["switches"]["settings"]["write"]["changes"][number];

/** Cells of a register that are listed, and settings that are read at once (the most that one request takes). */
const CELLS = 8;
const READ = 64;

export type SettingRow = {
  id: string;
  where: string;
  name: string;
  bits: number;
  setting: Change["setting"];
};

/** Settings that fit a filter, and how many more there are. */
export function settingRows(
  { registers, parameters, total }: Settable,
  text: string,
): { rows: SettingRow[]; more: number; large: string[] } {
  const cells = registers.flatMap(({ name, size, bits }): SettingRow[] =>
    size > CELLS
      ? []
      : Array.from({ length: size }, (_, index) => ({
          ...{ id: `${name}[${index}]`, where: "Register", name: `${name}[${index}]`, bits },
          setting: { kind: "register", register: name, index },
        })),
  );
  const all = [
    ...cells,
    ...parameters.map(
      ({ setting, entry, parameter, bits }): SettingRow => ({
        ...{ id: `${entry} ${parameter}`, where: entry, name: parameter, bits, setting },
      }),
    ),
  ];
  const wanted = text.trim().toLowerCase();
  const fit = all.filter(({ id }) => id.toLowerCase().includes(wanted));
  return {
    rows: fit.slice(0, READ),
    more: Math.max(0, fit.length - READ) + Math.max(0, total - parameters.length),
    large: registers.flatMap(({ name, size }) => (size > CELLS ? [`${name} (${size} cells)`] : [])),
  };
}

/** Why a text is no value of so many bits; null: it is one. */
export function valueProblem(text: string, bits: number): string | null {
  if (!/^\d{1,80}$/.test(text)) return "A whole number.";
  return BigInt(text) >> BigInt(bits) === 0n ? null : `At most ${(1n << BigInt(bits)) - 1n}.`;
}
