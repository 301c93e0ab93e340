import { parentPort } from "node:worker_threads";
import loadHighs from "highs";
import { assert } from "../../core/index.ts";
import { type IlpRequest, serveIlp } from "../../placement/index.ts";

const port = parentPort;
assert(port, "ilpThread.ts runs as a worker thread");
port.once("message", async (request: IlpRequest) => {
  const highs = await loadHighs();
  serveIlp(
    request,
    highs,
    () => performance.now(),
    (reply) => port.postMessage(reply),
  );
});
