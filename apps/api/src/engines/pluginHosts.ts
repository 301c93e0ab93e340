import { spawnPythonChild } from "@p4twin/models/cli";
import {
  createPluginEngine,
  createPythonHost,
  type Engine,
  type PluginHost,
  type PythonHost,
  pythonPluginHost,
} from "@p4twin/models/engine";
import { DomainError } from "../errors.ts";
import { readAllowList } from "./http/allowList.ts";
import { postJson } from "./http/postJson.ts";
import type { EngineContent } from "./schema.ts";

/** Runs of Python at once in this process, and those that wait; each takes a core and some hundred MB (our choice). */
const PARALLEL_RUNS = 2;
const MAX_WAITING = 32;
/** Name of the file in tracebacks. */
const FILE = "engine.py";

export type PluginHosts = {
  engineOf(
    content: EngineContent,
    as: { id: string; title: string; estimates: boolean; places: boolean },
  ): Engine;
  /** Runs the definitions of a file: which functions it has, or what is wrong. */
  checkPython(source: string): ReturnType<PythonHost["run"]>;
  stop(): void;
};

const CHECK_LIMIT_S = 10;

/** Where own engines run: Python in child processes of this one, HTTP at hosts of the owner's list as it is when they are asked. */
export function createPluginHosts({ hosts }: { hosts: () => Promise<string[]> }): PluginHosts {
  const python = bounded(createPythonHost(spawnPythonChild, { keepsOneReady: true }));
  const http = (url: string): PluginHost => ({
    async call(request, control) {
      const { list } = readAllowList(await hosts());
      return postJson(url, request, list, control);
    },
  });
  return {
    engineOf: (content, as) =>
      createPluginEngine(
        as,
        content.kind === "python" ? pythonPluginHost(python, FILE, content.source) : http(content.url),
      ),
    checkPython: (source) =>
      python.run({ call: "check", file: FILE, source, arguments: "[]" }, { timeLimitS: CHECK_LIMIT_S }),
    stop: python.stop,
  };
}

/** At most so many runs at a time; the next ones wait their turn, and too many are turned away. */
function bounded(python: PythonHost): PythonHost {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    ...python,
    async run(task, control) {
      if (running >= PARALLEL_RUNS) {
        if (waiting.length >= MAX_WAITING)
          throw new DomainError("too_many", "Too many engines are running. Wait a minute and try again.");
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else running += 1;
      try {
        return await python.run(task, control);
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
