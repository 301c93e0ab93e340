// Thread in which one program is analysed; started by analyse.
import { parentPort, workerData } from "node:worker_threads";
import { assert } from "@p4twin/models/core";
import { analyseAny } from "@p4twin/models/program";
import { programFilesSchema } from "./schema.ts";

const port = parentPort;
assert(port, "analyseWorker runs in a worker thread");
const { file, source, includes } = programFilesSchema.parse(workerData);
const { report, walks } = analyseAny(
  { file, text: source },
  {
    resolveInclude: (path) => {
      const text = includes[path];
      return text === undefined ? null : { file: path, text };
    },
  },
);
port.postMessage({ report, walks });
