import type { Diagnostic } from "@p4twin/models/core";
import {
  constructs,
  type DeviceProfile,
  type HopSample,
  libraryDevice,
  profileFromRefit,
  type RefitResult,
  refitIntervals,
} from "@p4twin/models/device";
import { intervalsAround } from "@p4twin/models/latency";
import {
  type Element,
  isSwitchOf,
  type ObservedHops,
  observedHops,
  type Predictor,
  sampleOfMeasurement,
  summarise,
} from "@p4twin/models/twin";
import type { DeploymentService } from "../deployments/service.ts";
import type { DeviceService } from "../devices/service.ts";
import { DomainError } from "../errors.ts";
import type { Parsing } from "../shared/parsing/parsing.ts";
import type { TwinStore } from "../twin/store.ts";
import type { MadeRefit, MakeRefitInput, Refit, RefitInput } from "./schema.ts";

type Deps = {
  store: TwinStore;
  deployments: DeploymentService;
  devices: DeviceService;
  predictor: Predictor;
  parsing: Parsing;
};

type Fitted = {
  ok: true;
  profile: DeviceProfile;
  refit: RefitResult;
  samples: ObservedHops["samples"];
  tail: ObservedHops["tail"];
  notes: string[];
  diagnostics: Diagnostic[];
  work: string;
};
type Refused = { ok: false; diagnostics: Diagnostic[] };

/**
 * Refits device profiles to what was observed. Nothing is overwritten: a refit becomes a new profile or a new version.
 */
export function createRefitService({ store, deployments, devices, predictor, parsing }: Deps) {
  const uploaded = async (
    { text, fileName }: NonNullable<RefitInput["upload"]>,
    profile: DeviceProfile,
  ): Promise<ObservedHops & { diagnostics: Diagnostic[] }> => {
    const done = await parsing.read("measurements", { text, fileName }, fileName);
    if (!done.ok) return { samples: [], tail: null, notes: [], diagnostics: done.diagnostics };
    const { measurements, diagnostics } = done.value;
    const reference = profile.packetSize?.referenceBytes.value ?? null;
    const usable = measurements.filter(
      ({ packetBytes }) => packetBytes === null || reference === null || packetBytes === reference,
    );
    const left = measurements.length - usable.length;
    return {
      samples: usable.flatMap((m) => {
        const sample = sampleOfMeasurement(m, profile);
        return sample ? [{ ...sample, place: `${fileName}:${m.line}` }] : [];
      }),
      tail: null,
      notes:
        left > 0
          ? [`${left} measurements are of another packet size than ${reference} B and were left out`]
          : [],
      diagnostics,
    };
  };

  /** What live windows of the range show of the switches of this profile. */
  const live = async (profile: DeviceProfile, { range, deploymentIds }: NonNullable<RefitInput["live"]>) => {
    const [fromMs, toMs] = [Date.parse(range.from), Date.parse(range.to)];
    const wanted = (await deployments.list()).filter(
      ({ id, segments }) =>
        (!deploymentIds || deploymentIds.includes(id)) &&
        segments.some(({ elements }) => elements.some((e) => isSwitchOf(e, profile.id))),
    );
    const observed = wanted.map(async ({ id, name, segments }) => {
      const query = { deploymentId: id, parts: "all", fromMs, toMs, bucketMs: null } as const;
      const parts = await store.windows(query);
      const bucketsOf = (segmentId: string, part: number) =>
        parts.find((p) => p.segmentId === segmentId && p.part === part)?.buckets ?? [];
      return {
        ...{ name, segments, seconds: (toMs - fromMs) / 1000 },
        observed: (segmentId: string, part: number) => summarise(part, bucketsOf(segmentId, part)),
      };
    });
    return observedHops(await Promise.all(observed), profile, predictor);
  };

  const fit = async (input: RefitInput): Promise<Fitted | Refused> => {
    const profile = await predictor.profileOf(input.device);
    const upload = input.upload ? await uploaded(input.upload, profile) : null;
    const diagnostics = upload?.diagnostics ?? [];
    if (diagnostics.some((d) => d.severity === "error")) return { ok: false, diagnostics };
    const stays = input.live ? await live(profile, input.live) : null;
    const samples = [...(stays?.samples ?? []), ...(upload?.samples ?? [])];
    const done = await parsing.read("refit", { samples, profile, trust: input.trust }, "the measurements");
    if (!done.ok) return { ok: false, diagnostics: [...diagnostics, ...done.diagnostics] };
    if (!done.value.ok) {
      const message = done.value.obstacle;
      return {
        ok: false,
        diagnostics: [...diagnostics, { severity: "error", code: "refit", message, span: null }],
      };
    }
    const { refit } = done.value;
    const work = [
      ...(input.live ? [`live telemetry from ${input.live.range.from} to ${input.live.range.to}`] : []),
      ...(input.upload ? [input.upload.fileName] : []),
    ].join(" and ");
    const notes = [...(stays?.notes ?? []), ...(upload?.notes ?? [])];
    return { ok: true, profile, refit, samples, tail: stays?.tail ?? null, notes, diagnostics, work };
  };

  /** Switches of the refitted profile take the new version. */
  const rebind = async (
    ids: readonly string[],
    from: string,
    to: string,
    by: string | null,
  ): Promise<string[]> => {
    const rebound: string[] = [];
    for (const id of ids) {
      const deployment = await deployments.get(id);
      let changed = false;
      const takeOver = (e: Element): Element => {
        if (!isSwitchOf(e, from) || e.device === to) return e;
        changed = true;
        return { ...e, device: to };
      };
      const segments = deployment.segments.map((s) => ({ ...s, elements: s.elements.map(takeOver) }));
      if (!changed) continue;
      await deployments.update({ id, segments, by });
      rebound.push(id);
    }
    return rebound;
  };

  return {
    async propose(input: RefitInput): Promise<Refit> {
      const fitted = await fit(input);
      if (!fitted.ok) return fitted;
      const { profile, refit, samples, notes, diagnostics } = fitted;
      const { covariance: _covariance, quantile: _quantile, ...shown } = refit;
      return {
        ok: true,
        device: profile.id,
        version: profile.version,
        samples: samples.map((s) => ({
          program: s.program,
          place: s.place,
          counted: s.counted,
          packets: s.packets,
          meanUs: s.meanUs,
          spreadUs: s.varianceUs2 === null ? null : Math.sqrt(s.varianceUs2),
          offsetUs: s.offsetUs,
          ...beforeAndAfter(profile, refit, s),
        })),
        ...shown,
        coefficients: refit.coefficients.map((c) => ({ ...c, toldShare: c.determinedShare })),
        blind: refit.notIdentifiable,
        notes,
        diagnostics,
      };
    },

    async create({ by, ...input }: MakeRefitInput & { by: string | null }): Promise<MadeRefit> {
      const fitted = await fit(input);
      if (!fitted.ok) return fitted;
      const { profile, refit, tail, work } = fitted;
      const shipped = Boolean(libraryDevice(profile.id));
      const id = input.id ?? (shipped ? `${profile.id}-refit` : profile.id);
      const title = input.title ?? (shipped ? `${profile.title}, refitted` : profile.title);
      const made = profileFromRefit(refit, profile, { id, title, work, tail });
      if (!made.ok) return { ok: false, diagnostics: made.error };
      const written = await devices.create({ text: JSON.stringify(made.value), fileName: `${id}.json`, by });
      if (!written.ok)
        throw new DomainError("bad_input", "The refitted profile is not one.", written.diagnostics);
      const device = written.version;
      const rebound = await rebind(input.rebind, profile.id, `${id}@${device.number}`, by);
      return { ok: true, device, rebound };
    },
  };
}

/** What a sample's program takes before and after, in one more run of the switch, each with both intervals. */
function beforeAndAfter(profile: DeviceProfile, refit: RefitResult, { counted, offsetUs }: HopSample) {
  const [base, ...slopes] = refit.coefficients.map(({ priorUs }) => priorUs);
  const beforeUs = constructs.reduce(
    (sum, construct, i) => sum + counted[construct] * (slopes[i] ?? 0),
    offsetUs + (base ?? 0),
  );
  const { meanUs: afterUs, ...afterIntervals } = refitIntervals(refit, counted, offsetUs);
  return { beforeUs, afterUs, beforeIntervals: intervalsAround(profile, beforeUs, 0), afterIntervals };
}
