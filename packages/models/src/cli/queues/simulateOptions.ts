import type { ParseArgsOptionsConfig } from "node:util";
import type { SimulationScenario } from "../../control/index.ts";
import { didYouMean } from "../../core/index.ts";
import { UsageError } from "../errors.ts";

/** Options that change a simulated cloud. */
export const simulateOptions = {
  pl: { type: "string", multiple: true },
  dl: { type: "string", multiple: true },
  rate: { type: "string", multiple: true },
  "vnf-delay": { type: "string", multiple: true },
} as const satisfies ParseArgsOptionsConfig;

export type SimulateValues = { readonly [key in keyof typeof simulateOptions]?: string[] | undefined };

/** The scenario with the changes of the command line, and the delays added to VNFs. */
export function changeScenario(
  scenario: SimulationScenario,
  values: SimulateValues,
): { changed: SimulationScenario; vnfExtraUs: Record<string, number> } {
  const segments = scenario.segments.map((s) => s.id);
  const pl = assignments("pl", values.pl, segments, true);
  const dl = assignments("dl", values.dl, segments, true);
  const rates = assignments(
    "rate",
    values.rate,
    scenario.flows.map((f) => f.id),
    false,
  );
  const vnfs = assignments(
    "vnf-delay",
    values["vnf-delay"],
    scenario.vnfs.map((v) => v.id),
    false,
  );
  const changed: SimulationScenario = {
    ...scenario,
    flows: scenario.flows.map((f) => ({ ...f, pps: rates.get(f.id) ?? f.pps })),
    segments: scenario.segments.map((s) => ({
      ...s,
      plUs: pl.get(s.id) ?? s.plUs,
      dlUs: dl.get(s.id) ?? s.dlUs,
    })),
  };
  for (const { id, plUs, dlUs } of changed.segments)
    if (plUs > dlUs) throw new UsageError(`segment ${id}: PL ${plUs} us is above DL ${dlUs} us`);
  return { changed, vnfExtraUs: Object.fromEntries(vnfs) };
}

/** Values by id from `ID=NUMBER`; where `forAll`, a plain NUMBER goes to all ids. */
function assignments(
  option: string,
  texts: readonly string[] | undefined,
  ids: readonly string[],
  forAll: boolean,
): Map<string, number> {
  const found = new Map<string, number>();
  for (const text of texts ?? []) {
    const at = text.lastIndexOf("=");
    const id = at < 0 ? null : text.slice(0, at);
    const number = text.slice(at + 1);
    const value = Number(number);
    if ((id === null && !forAll) || number.trim() === "" || !Number.isFinite(value) || value < 0) {
      const form = forAll ? "NUMBER or ID=NUMBER" : "ID=NUMBER";
      throw new UsageError(`--${option} takes ${form} with a number of at least 0, not "${text}"`);
    }
    if (id !== null && !ids.includes(id)) {
      const known = ids.join(", ") || "none";
      throw new UsageError(`--${option} ${text}: no such id${didYouMean(id, ids)}; there are ${known}`);
    }
    for (const target of id === null ? ids : [id]) found.set(target, value);
  }
  return found;
}
