import type { EstimateReport } from "@p4twin/models/latency";
import { comparePrograms, type FeaturesReport } from "@p4twin/models/program";
import type { DeviceService } from "../devices/service.ts";
import type { EstimatesByEngine } from "../engines/ownEngines.ts";
import { notFound } from "../errors.ts";
import { hashText } from "../shared/hash.ts";
import type { Parsing } from "../shared/parsing/parsing.ts";
import { type Clock, found } from "../shared/service.ts";
import type { Analysis } from "./analysis.ts";
import type { ProgramHealth, ProgramVersion, ProgramVersionComparison } from "./schema.ts";
import type { ProgramStore } from "./store.ts";

type Source = { source: string; includes: Record<string, string> };

/** Hash of what the compiler reads: the source, followed by the included files in the order of their paths. */
function hashOf({ source, includes }: Source): string {
  const paths = Object.keys(includes).sort();
  return hashText([source, ...paths.flatMap((path) => [path, includes[path]])].join("\0"));
}

type Deps = {
  store: ProgramStore;
  devices: DeviceService;
  analysis: Analysis;
  engines: EstimatesByEngine;
  parsing: Parsing;
  clock: Clock;
};
type Question = {
  versionId: string;
  device: string;
  engine: string;
  packetBytes?: number | undefined;
  extremes?: number | undefined;
};

/** P4 programs: immutable versions by content hash. Input is validated, access was checked by the caller. */
export function createProgramService({ store, devices, analysis, engines, parsing, clock }: Deps) {
  const get = async (versionId: string): Promise<ProgramVersion> =>
    found(await store.get(versionId), "program version", versionId);

  const estimate = async ({ versionId, device, engine, ...options }: Question): Promise<EstimateReport> => {
    const [{ report, walks }, { document }] = await Promise.all([analysis(versionId), devices.get(device)]);
    return engines.estimate(engine, { ...report, walks }, document, options);
  };

  return {
    list: () => store.list(),
    get,
    /** Latency of every path of a version on a device, as `p4twin estimate` prints it. */
    estimate,

    /** What a list says of a version: whether it can be analysed, its paths, and its slowest path on a device. */
    async health(asked: Question): Promise<ProgramHealth> {
      const { diagnostics, pathCount } = (await analysis(asked.versionId)).report;
      const count = (severity: string) => diagnostics.filter((d) => d.severity === severity).length;
      const errors = count("error");
      const warnings = count("warning");
      if (errors > 0) return { errors, warnings, paths: null, slowestUs: null };
      return { errors, warnings, paths: pathCount, slowestUs: (await estimate(asked)).maxUs };
    },

    /** What `p4twin features --json` prints of a version. */
    async features(versionId: string): Promise<FeaturesReport> {
      return (await analysis(versionId)).report;
    },

    /** What becomes of the paths and the text of a version in another one, as `p4twin features --compare` prints it. */
    async compare(versionId: string, otherId: string): Promise<ProgramVersionComparison> {
      const [before, after, old, now] = await Promise.all([
        analysis(versionId),
        analysis(otherId),
        get(versionId),
        get(otherId),
      ]);
      const sources = { before: old.source, after: now.source };
      return {
        comparison: comparePrograms(before.report, after.report),
        source: await parsing.must("compareSources", sources, "the two versions"),
      };
    },

    async create(input: Source & { name: string; by: string | null }): Promise<ProgramVersion> {
      const id = await store.transaction(async (tx) => {
        const programId = await store.create(tx, input.name);
        const { source, includes, by } = input;
        return store.addVersion(tx, {
          programId,
          number: 1,
          hash: hashOf(input),
          source,
          includes,
          createdBy: by,
        });
      });
      return get(id);
    },

    /** Same content as the newest version: that version is the answer, nothing is stored. */
    async addVersion(input: Source & { id: string; by: string | null }): Promise<ProgramVersion> {
      const hash = hashOf(input);
      const versionId = await store.transaction(async (tx) => {
        const latest = await store.lockLatest(tx, input.id);
        if (!latest) throw notFound("program", input.id);
        if (latest.hash === hash) return latest.id;
        const { id: programId, source, includes, by } = input;
        return store.addVersion(tx, {
          programId,
          number: latest.number + 1,
          hash,
          source,
          includes,
          createdBy: by,
        });
      });
      return get(versionId);
    },

    async rename(id: string, name: string): Promise<void> {
      if (!(await store.rename(id, name))) throw notFound("program", id);
    },

    /** Hidden from lists, kept for what refers to its versions; `restore` brings it back. */
    async remove(id: string): Promise<void> {
      if (!(await store.setRemoved(id, clock()))) throw notFound("program", id);
    },

    async restore(id: string): Promise<void> {
      if (!(await store.setRemoved(id, null))) throw notFound("program", id);
    },
  };
}

export type ProgramService = ReturnType<typeof createProgramService>;
