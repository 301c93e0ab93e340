import { analyseText } from "@p4twin/models/program";
import { countPaths, createSwitch, hasListedPaths, install, WITH_LISTED_PATHS } from "@p4twin/models/run";
import { readCapture } from "@p4twin/models/telemetry";
import type { PathsReply, RunQuestion } from "./runQuestions.ts";

/** Packets of a capture that are run (our choice): some seconds. */
const MOST_PACKETS = 20_000;

/** Which path each packet of a capture takes, on a switch that is new, with the entries of the program. */
export async function pathsOf(question: Extract<RunQuestion, { kind: "paths" }>): Promise<PathsReply> {
  const { program, bytes, port, device } = question;
  const failed = (problem: string): PathsReply => ({ kind: "paths", problem, counted: null, isCut: false });
  // without its entries, which close ways: what is counted then serves other entries as well
  const analysed = analyseText({ ...program, entries: null });
  const { report, graph, walks, checked } = analysed;
  if (!checked || !hasListedPaths(checked)) return failed(`paths are counted of ${WITH_LISTED_PATHS} only`);
  if (!walks) return failed("the program has too many paths to be followed");
  const made = createSwitch(checked, { trace: true });
  if (!made.ok) return failed(made.error.message);
  const { entries } = program;
  const [wrong] = entries ? install(made.value, entries.text, entries.name) : [];
  if (wrong) return failed(wrong.message);
  const frames: { bytes: Uint8Array; timeNs: bigint | null }[] = [];
  let isCut = false;
  for await (const item of readCapture([bytes])) {
    if (item.kind !== "frame") {
      if (item.severity === "error") return failed(item.message);
    } else if (frames.length < MOST_PACKETS) frames.push({ bytes: item.data, timeNs: item.timeNs });
    else {
      isCut = true;
      break;
    }
  }
  if (frames.length === 0) return failed("the capture holds no packets");
  const counted = countPaths({ report, graph, walks }, made.value, frames, { port, device });
  return { kind: "paths", problem: null, counted, isCut };
}
