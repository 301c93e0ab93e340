import { builtMemory, createSnapshotFile, spawnPythonChild } from "@p4twin/models/cli";
import {
  createPluginEngine,
  createPythonHost,
  type Engine,
  type PluginHost,
  type PythonHost,
  pythonPluginHost,
} from "@p4twin/models/engine";
import { currentCaller } from "../shared/caller.ts";
import { createShares, type ShareLimits, type Shares } from "../shared/shares.ts";
import { readAllowList } from "./http/allowList.ts";
import { postJson } from "./http/postJson.ts";
import type { EngineContent } from "./schema.ts";

/**
 * Runs of Python in this process; each takes a core and some hundred MB. One user has one of them at a time
 * (our choices).
 */
export const pythonShares: ShareLimits = { parallel: 2, perUser: 1, waitingPerUser: 8, waiting: 64 };
/** Calls of engines at other hosts, which take memory only (our choices). */
const httpShares: ShareLimits = { parallel: 16, perUser: 2, waitingPerUser: 8, waiting: 64 };
/** Name of the file in tracebacks. */
const FILE = "engine.py";
/** Of this process: where one interpreter is needed, the next is made ready. */
const snapshots = createSnapshotFile({ atFirst: true, made: builtMemory });

export type PluginHosts = {
  engineOf(
    content: EngineContent,
    as: { id: string; title: string; estimates: boolean; places: boolean },
  ): Engine;
  /** The same for a job: jobs take turns before they run, so this one waits for nobody. */
  engineOfJob: PluginHosts["engineOf"];
  /** Runs the definitions of a file: which functions it has, or what is wrong. */
  checkPython(source: string): ReturnType<PythonHost["run"]>;
  /** Runs of Python that users have under way. */
  pythonRuns(): { running: number; waiting: number };
  stop(): void;
};

const CHECK_LIMIT_S = 10;

/**
 * Where own engines run: Python in child processes of this one, HTTP at hosts of the owner's list as it is
 * when they are asked.
 */
export function createPluginHosts({ hosts }: { hosts: () => Promise<string[]> }): PluginHosts {
  const python = createPythonHost(() => spawnPythonChild(snapshots), { keepsOneReady: true });
  const pythonTurns = createShares("runs of Python engines", pythonShares);
  const sharedPython = sharing(pythonTurns, python);
  const http = (url: string): PluginHost => ({
    async call(request, control) {
      const { list } = readAllowList(await hosts());
      return postJson(url, request, list, control);
    },
  });
  const httpTurns = createShares("calls of engines", httpShares);
  const sharedHttp = (url: string): PluginHost => ({
    call: (request, control) =>
      httpTurns.run(() => http(url).call(request, control), { ...currentCaller(), signal: control.signal }),
  });
  return {
    engineOf: (content, as) =>
      createPluginEngine(
        as,
        content.kind === "python"
          ? pythonPluginHost(sharedPython, FILE, content.source)
          : sharedHttp(content.url),
      ),
    engineOfJob: (content, as) =>
      createPluginEngine(
        as,
        content.kind === "python" ? pythonPluginHost(python, FILE, content.source) : http(content.url),
      ),
    checkPython: (source) =>
      sharedPython.run(
        { call: "check", file: FILE, source, arguments: "[]" },
        { timeLimitS: CHECK_LIMIT_S, signal: currentCaller().signal },
      ),
    pythonRuns: pythonTurns.counts,
    stop: python.stop,
  };
}

/** Users take turns; whoever leaves ends a run, or gives up a place in the queue. */
const sharing = (shares: Shares, python: PythonHost): PythonHost => ({
  ...python,
  run: (task, control) =>
    shares.run(() => python.run(task, control), { ...currentCaller(), signal: control.signal }),
});
