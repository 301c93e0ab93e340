import { libraryFunctions } from "@p4twin/models/chain";
import type { DeviceProfile } from "@p4twin/models/device";
import {
  isEstimator,
  isPlacementSolver,
  type Engine as ModelEngine,
  PluginError,
  unknownEngine,
} from "@p4twin/models/engine";
import type { EstimateReport, LatencyProgram } from "@p4twin/models/latency";
import { type Catalogue, createCatalogue, type Placement, type Problem } from "@p4twin/models/placement";
import type { DeviceService } from "../devices/service.ts";
import { DomainError, notFound } from "../errors.ts";
import { currentCaller } from "../shared/caller.ts";
import { hashJson } from "../shared/hash.ts";
import type { Parsing } from "../shared/parsing/parsing.ts";
import { type Clock, found } from "../shared/service.ts";
import { builtIn } from "./builtIn.ts";
import { readAllowList } from "./http/allowList.ts";
import { type EstimateQuestion, ownEngineId, versionOfOwn } from "./ownEngines.ts";
import type { PluginHosts } from "./pluginHosts.ts";
import type {
  Engine,
  EngineContent,
  EngineTrial,
  EngineTrialAnswer,
  EngineVersion,
  WrittenEngine,
} from "./schema.ts";
import type { EngineStore } from "./store.ts";

type Deps = {
  devices: DeviceService;
  store: EngineStore;
  plugins: PluginHosts;
  clock: Clock;
  parsing: Parsing;
  /** the program that a trial names: `lib:NAME` or a program version */
  readProgram(ref: string): Promise<LatencyProgram | null>;
};
type By = { by: string | null };
type Content = { content: EngineContent };
type EngineJob = { problem: Problem; engine: string; timeLimitS: number; profiles: readonly DeviceProfile[] };

/** Seconds that an engine may take for an estimate, and for a placement that is tried: somebody waits (our choices). */
const ESTIMATE_LIMIT_S = 10;
const TRIAL_LIMIT_S = 20;

/**
 * Estimators and placement solvers that can be chosen, those of the workspace among them, and what their
 * problems may name.
 */
export function createEngineService({ devices, store, plugins, clock, parsing, readProgram }: Deps) {
  const profiles = async (): Promise<DeviceProfile[]> =>
    (await devices.list()).map((device) => device.document);
  const catalogue = async (): Promise<Catalogue> => createCatalogue(await profiles(), libraryFunctions());
  const catalogueOf = (kept: readonly DeviceProfile[]): Catalogue =>
    createCatalogue(kept, libraryFunctions());

  const get = async (versionId: string): Promise<EngineVersion> =>
    found(await store.get(versionId), "engine version", versionId);

  const list = async (): Promise<Engine[]> => [
    ...builtIn.entries.map((entry) => ({ ...entry, kind: "built-in" as const, own: null })),
    ...(await store.list()),
  ];

  const ownEngine = async (id: string, open = plugins.engineOf): Promise<ModelEngine | null> => {
    const versionId = versionOfOwn(id);
    const version = versionId === null ? null : await store.get(versionId);
    if (!version) return null;
    const { name, number, estimates, places } = version;
    const as = { id: ownEngineId(version.id), title: `${name}, version ${number}`, estimates, places };
    return open(version.content, as);
  };

  /** A problem whose names are all known. Rejects with `bad_input` and the diagnostics. */
  const checkedProblem = async (stated: unknown): Promise<Problem> => {
    const given = { stated, profiles: await profiles() };
    const { problem, diagnostics } = await parsing.must("problem", given, "the problem");
    if (problem) return problem;
    throw new DomainError(
      "bad_input",
      `The problem has mistakes: ${diagnostics[0]?.message ?? "it cannot be read"}`,
      diagnostics,
    );
  };

  const unknown = async (id: string, does: "estimates" | "places"): Promise<DomainError> =>
    new DomainError("bad_input", unknownEngine(id, does, await list()));

  /** What an engine can do, or why it is none: a Python file is asked, an address says it of itself. */
  const check = async (
    content: EngineContent,
  ): Promise<{ ok: true; estimates: boolean; places: boolean } | Extract<WrittenEngine, { ok: false }>> => {
    if (content.kind === "http") {
      if (content.estimates || content.places) return { ok: true, ...content };
      throw new DomainError("bad_input", "Say what the engine does: it estimates, places, or both.");
    }
    const reply = await plugins.checkPython(content.source);
    if (!reply.ok) return reply;
    const has = (name: string): boolean => reply.functions.some((each) => each === name);
    return { ok: true, estimates: has("estimate"), places: has("place") };
  };

  return {
    list,
    get,
    catalogue,
    catalogueOf,
    checkedProblem,

    /** The profiles that a problem names, as they are now: a job keeps them, whatever is changed later. */
    async profilesOf(problem: Problem): Promise<DeviceProfile[]> {
      const named = new Set([...problem.devices, ...problem.deviceTypes].map((device) => device.profile));
      return (await profiles()).filter((profile) => named.has(profile.id));
    },

    async requirePlacement(id: string): Promise<void> {
      const engine = builtIn.solver(id) ?? (await ownEngine(id));
      if (!engine || !isPlacementSolver(engine)) throw await unknown(id, "places");
    },

    async requireEstimator(id: string): Promise<void> {
      const engine = builtIn.estimator(id) ?? (await ownEngine(id));
      if (!engine || !isEstimator(engine)) throw await unknown(id, "estimates");
    },

    /** An estimate by any engine of the list, own ones included. */
    async estimate(
      id: string,
      program: LatencyProgram,
      device: DeviceProfile,
      options?: EstimateQuestion,
    ): Promise<EstimateReport> {
      const engine = builtIn.estimator(id) ?? (await ownEngine(id));
      if (!engine || !isEstimator(engine)) throw await unknown(id, "estimates");
      const { signal } = currentCaller();
      const asked = endingIn(program, options?.outcomes);
      return said(engine.estimate(asked, device, { ...options, timeLimitS: ESTIMATE_LIMIT_S, signal }));
    },

    /** A placement job of an own engine; those of the product run in a process (`runPlace`). */
    async place(job: EngineJob, { signal }: { signal: AbortSignal }): Promise<Placement> {
      const engine = await ownEngine(job.engine, plugins.engineOfJob);
      if (!engine || !isPlacementSolver(engine)) throw await unknown(job.engine, "places");
      const { problem, timeLimitS } = job;
      const options = {
        catalogue: catalogueOf(job.profiles),
        timeLimitS,
        signal,
        nowMs: () => performance.now(),
      };
      return said(engine.place(problem, options));
    },

    /** A file that does not run is not stored: the answer says where it fails. */
    async create({ name, content, by }: Content & By & { name: string }): Promise<WrittenEngine> {
      const checked = await check(content);
      if (!checked.ok) return checked;
      const { estimates, places } = checked;
      const id = await store.transaction(async (tx) => {
        const engineId = await store.create(tx, name);
        const hash = hashJson(content);
        return store.addVersion(tx, { engineId, number: 1, hash, content, estimates, places, createdBy: by });
      });
      return { ok: true, version: await get(id) };
    },

    /** Same content as the newest version: that version is the answer, nothing is stored. */
    async addVersion({ id, content, by }: Content & By & { id: string }): Promise<WrittenEngine> {
      const checked = await check(content);
      if (!checked.ok) return checked;
      const { estimates, places } = checked;
      const hash = hashJson(content);
      const versionId = await store.transaction(async (tx) => {
        const latest = await store.lockLatest(tx, id);
        if (!latest) throw notFound("engine", id);
        if (latest.hash === hash) return latest.id;
        const number = latest.number + 1;
        return store.addVersion(tx, {
          engineId: id,
          number,
          hash,
          content,
          estimates,
          places,
          createdBy: by,
        });
      });
      return { ok: true, version: await get(versionId) };
    },

    /** Asks an engine before it is stored. */
    async try({ content, question }: EngineTrial): Promise<EngineTrialAnswer> {
      const as = { id: "trial", title: "trial", estimates: true, places: true };
      const engine = plugins.engineOf(content, as);
      const { signal } = currentCaller();
      try {
        if (question.call === "estimate" && isEstimator(engine)) {
          const [program, device] = await Promise.all([
            readProgram(question.program),
            devices.get(question.device),
          ]);
          if (!program) throw new DomainError("bad_input", `There is no program "${question.program}".`);
          const options = { packetBytes: question.packetBytes, timeLimitS: ESTIMATE_LIMIT_S, signal };
          return { ok: true, report: await engine.estimate(program, device.document, options) };
        }
        if (question.call === "place" && isPlacementSolver(engine)) {
          const known = await catalogue();
          const problem = await checkedProblem(question.problem);
          const options = {
            catalogue: known,
            timeLimitS: TRIAL_LIMIT_S,
            signal,
            nowMs: () => performance.now(),
          };
          return { ok: true, placement: await engine.place(problem, options) };
        }
        throw await unknown(as.id, question.call === "estimate" ? "estimates" : "places");
      } catch (error) {
        if (!(error instanceof PluginError)) throw error;
        return { ok: false, failure: error.failure, printed: error.printed };
      }
    },

    async rename(id: string, name: string): Promise<void> {
      if (!(await store.rename(id, name))) throw notFound("engine", id);
    },

    /** Hidden from lists, kept for what refers to its versions; `restore` brings it back. */
    async remove(id: string): Promise<void> {
      if (!(await store.setRemoved(id, clock()))) throw notFound("engine", id);
    },

    async restore(id: string): Promise<void> {
      if (!(await store.setRemoved(id, null))) throw notFound("engine", id);
    },

    hosts: () => store.hosts(),

    async setHosts(hosts: string[]): Promise<string[]> {
      const { problems } = readAllowList(hosts);
      if (problems.length > 0) throw new DomainError("bad_input", problems.join("; "));
      await store.saveHosts(hosts);
      return hosts;
    },

    /** Runs of Python engines that users have under way. */
    pythonRuns: () => plugins.pythonRuns(),

    /** Ends the interpreter that is kept ready. */
  };
}

/** The program with the paths that end so; one whose outcome is not known counts as one. */
const endingIn = (program: LatencyProgram, outcomes: EstimateQuestion["outcomes"]): LatencyProgram =>
  outcomes
    ? { ...program, paths: program.paths.filter(({ outcome }) => !outcome || outcomes.includes(outcome)) }
    : program;

/** A plug-in that fails is a refusal that its user can act on, not a fault of the server. */
async function said<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof PluginError)) throw error;
    const { message, line } = error.failure;
    const place = line === null ? "" : ` (line ${line})`;
    throw new DomainError("bad_input", `The engine failed${place}: ${message}`);
  }
}

export type EngineService = ReturnType<typeof createEngineService>;
