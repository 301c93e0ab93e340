import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Random } from "../../src/core/index.ts";
import type { Packet } from "../../src/synthesis/header/layout.ts";
import { parseClickChain, synthesise } from "../../src/synthesis/index.ts";
import { packetNear } from "../../testing/synthesis/packets.ts";
import { walkPacket } from "../../testing/synthesis/walkPacket.ts";
import { frameOf, packetOfFrame, readPcap, writePcap } from "./pcap.ts";
import { numbered } from "./sent.ts";

/** How one element that tells packets apart did, ours against Click's. */
export type Read =
  | "same"
  | "different"
  | "both refuse"
  | "we refuse"
  | "Click refuses"
  | "Click crashes"
  | "in software";
/** `shown`: what differs; `refusals`: what Click says against texts that we read. */
export type LanguageRun = { results: Read[]; decisions: number; shown: string[]; refusals: string[] };

/** Of each text so many packets are near what it tells apart; all texts of a run see the packets of all. */
const NEAR_EACH = 4;
const MOST_OUTPUTS = 16;
const DEVICES = Array.from({ length: MOST_OUTPUTS }, (_, i) => `d${i}`);

/** One element as Click's text, with its outputs; `reads`: what comes before it, so that it sees what it expects. */
export type Tested = { text: string; outputs: number; reads: "frame" | "packet" };

const inFront = { frame: "", packet: "Strip(14) -> CheckIPHeader -> " } as const;

/** Sends packets through elements in our model and in Click, and says of each whether all decisions are the same. */
export function compareLanguage(
  program: string,
  folder: string,
  tested: readonly Tested[],
  random: Random,
): LanguageRun {
  const answers = tested.map((t) => refusalOf(program, t));
  const ours = tested.map(graphOf);
  const packets = ours.flatMap((own) =>
    own === null
      ? []
      : Array.from({ length: NEAR_EACH }, () => sendable(packetNear(own.synthesis, 0, random), random)),
  );
  const frames = packets.map((p, id) => numbered(frameOf(p), id));
  const run = tested.map((_, i) => i).filter((i) => answers[i] === null);
  const taken = outputsIn(program, folder, tested, run, frames);
  const shown: string[] = [];
  const refusals: string[] = [];
  let decisions = 0;
  const results = tested.map((t, i): Read => {
    const own = ours[i];
    const said = answers[i];
    if (said !== null) {
      if (said === "crash") return "Click crashes";
      if (own) refusals.push(`Click refuses ${t.text}: ${said}`);
      return own ? "Click refuses" : "both refuse";
    }
    if (!own) return "we refuse";
    let isSoftware = false;
    for (const [id, frame] of frames.entries()) {
      const walked = walkPacket(own.graph, own.graph.entries[0]!.target, packetOfFrame(frame), () => 0);
      if (walked.ending.kind === "exception") {
        isSoftware = true;
        continue;
      }
      const mine =
        walked.ending.kind === "exit" ? DEVICES.indexOf(/\[(\w+)\]/.exec(walked.ending.name)![1]!) : null;
      const theirs = taken.get(`${i} ${id}`) ?? null;
      decisions++;
      if (mine === theirs) continue;
      shown.push(`${t.text}: output ${mine}, in Click ${theirs}, of ${JSON.stringify(packetOfFrame(frame))}`);
      return "different";
    }
    return isSoftware ? "in software" : "same";
  });
  return { results, decisions, shown, refusals };
}

/** What Click says against an element; null when it takes it. */
function refusalOf(program: string, { text, outputs }: Tested): string | null {
  const ways = Array.from({ length: outputs }, (_, port) => `e[${port}] -> Discard;`).join(" ");
  const asked = spawnSync(program, ["-q", "-e", `Idle -> e :: ${text}; ${ways}`], { encoding: "utf8" });
  if (asked.signal !== null) return "crash";
  return asked.status === 0 ? null : asked.stderr.trim().split("\n").slice(1, 2).join("");
}

/** Our reading of the element; null when we refuse it, or leave all of it to the function. */
function graphOf({ text, outputs, reads }: Tested) {
  const ways = Array.from(
    { length: outputs },
    (_, port) => `e[${port}] -> Queue -> ToDevice(${DEVICES[port]});`,
  );
  const config = `FromDevice(in) -> ${inFront[reads]}e :: ${text}; ${ways.join(" ")}`;
  const { graph } = parseClickChain(config, "e.click");
  const synthesis = graph && synthesise(graph);
  if (!synthesis || !("classes" in synthesis)) return null;
  // an element that cannot be read at all is one exception
  const { classes, classifiers } = synthesis;
  const isLeft = classifiers[0]!.rules.every((r) => classes[r.class]!.ending.kind === "exception");
  return isLeft ? null : { synthesis, graph: synthesis.graph };
}

const sendable = (packet: Packet, random: Random): Packet => {
  const hasPorts = packet.ipProto === 6 || packet.ipProto === 17;
  return {
    ...packet,
    ethType: 0x0800,
    ipTos: random.next() < 0.3 ? random.integer(256) : packet.ipTos!,
    srcPort: hasPorts ? packet.srcPort! : 0,
    dstPort: hasPorts ? packet.dstPort! : 0,
  };
};

/** By `element packet` the output that Click chose. */
function outputsIn(
  program: string,
  folder: string,
  tested: readonly Tested[],
  run: readonly number[],
  frames: readonly Buffer[],
): Map<string, number> {
  const [input, output] = [join(folder, "in.pcap"), join(folder, "out.pcap")];
  writeFileSync(input, writePcap(frames));
  const lines = run.map((i, n) => {
    const { text, outputs, reads } = tested[i]!;
    // the address of a frame says which element and output it left
    const marks = Array.from({ length: outputs }, (_, port) => {
      const address = [i >> 8, i & 255, port].map((b) => b.toString(16)).join(":");
      const strip = reads === "frame" ? "Strip(14) -> " : "";
      return `e${i}[${port}] -> ${strip}EtherEncap(0x0800, 0:0:0:${address}, 0:0:0:0:0:0) -> out;`;
    });
    return `t[${n}] -> ${inFront[reads]}e${i} :: ${text}; ${marks.join(" ")}`;
  });
  const file = join(folder, "language.click");
  writeFileSync(
    file,
    `out :: ToDump(${output});\nFromDump(${input}, STOP true) -> t :: Tee(${run.length});\n${lines.join("\n")}\n`,
  );
  const ran = spawnSync(program, [file], { encoding: "utf8", timeout: 120_000 });
  if (ran.status !== 0) throw new Error(`Click: ${ran.signal ?? ""} ${ran.stderr.slice(-400)}`);
  // EtherEncap takes the source first
  return new Map(
    readPcap(readFileSync(output)).map(
      (f) => [`${f.readUInt16BE(9)} ${f.readUInt16BE(18)}`, f[11]!] as const,
    ),
  );
}
