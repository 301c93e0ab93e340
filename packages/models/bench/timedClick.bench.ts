import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assert, createRandom } from "../src/core/index.ts";
import { readMeasurement } from "../src/server/index.ts";
import { parseClickChain, type Synthesis, synthesise, toClick } from "../src/synthesis/index.ts";
import { classify } from "../testing/synthesis/classify.ts";
import { round } from "./measure.ts";
import { findClicks } from "./realTools/click.ts";
import { frameOf, writePcap } from "./realTools/pcap.ts";
import { packetFor } from "./realTools/sent.ts";

const ENCAP = "EtherEncap(0x0800, 02:00:00:00:00:01, 02:00:00:00:00:02)";
/** Classes of one, three and eight decrements, and one with flows, behind one access list. */
const CHAIN = `FromDevice(in) -> Strip(14) -> CheckIPHeader -> IPFilter(deny dst port 23, deny src net 10.9.0.0/16, allow tcp or udp, drop all)
 -> c :: IPClassifier(dst port < 1024, dst port < 20000, dst port < 40000, -);
c[0] -> DecIPTTL -> ${ENCAP} -> ToDevice(low);
c[1] -> DecIPTTL -> DecIPTTL -> DecIPTTL -> ${ENCAP} -> ToDevice(middle);
c[2] -> ${Array.from({ length: 8 }, () => "DecIPTTL").join(" -> ")} -> SetIPDSCP(9) -> IPFragmenter(1500) -> ${ENCAP} -> ToDevice(high);
rw :: IPRewriter(pattern 203.0.113.1 1024-65535# - - 0 1, drop); c[3] -> rw; Idle -> [1]rw;
rw[0] -> DecIPTTL -> IPFragmenter(1500) -> ${ENCAP} -> ToDevice(flows); rw[1] -> Discard;`;
const PACKETS = 200_000;
/** A short run is seldom interrupted: times go by the clock, and other programs run on the machine. */
const TIMED = 10_000;
const DIFFERENT = 2000;
/** Of so many runs the least counts, on both ways. */
const RUNS = 9;
const TIMED_RUNS = 40;

/**
 * Times of classes as the emitted Click prints them against the processor time that Click takes for a capture of the
 * class alone, less that for reading it. The latter counts what lies around a class, too: reading and leaving.
 */
export default async function bench(): Promise<{ name: string; rows: Record<string, string | number>[] }> {
  const name = "cycles of classes by measurement (P4TWIN_CLICK)";
  const [click] = findClicks();
  if (!click) {
    console.log("Click is not installed (P4TWIN_CLICK names its program): nothing was timed");
    return { name, rows: [] };
  }
  const { graph } = parseClickChain(CHAIN, "timed.click");
  const synthesis = synthesise(graph!);
  assert("classes" in synthesis, "the chain is synthesised");
  const folder = mkdtempSync(join(tmpdir(), "p4twin-timed-"));
  const run = (file: string, capture: string): { out: string; userMs: number } => {
    const ran = spawnSync("bash", ["-c", `TIMEFORMAT=%U; time ${click.program} ${file} in=${capture}`], {
      encoding: "utf8",
    });
    assert(ran.status === 0, ran.stderr);
    return { out: ran.stdout, userMs: 1000 * Number(ran.stderr.trim().split("\n").at(-1)) };
  };
  const write = (file: string, text: string): string => {
    writeFileSync(join(folder, file), text);
    return join(folder, file);
  };
  const timed = write("timed.click", toClick(synthesis, { timed: true }).text!);
  const plain = toClick(synthesis).text!.replace(/FromDevice\(in\)/, "FromDump($in, STOP true)");
  const whole = write("plain.click", plain.replace(/Queue -> ToDevice\([^)]*\)/g, "Discard"));
  const nothing = write("nothing.click", "FromDump($in, STOP true) -> Discard;");
  const rows: Record<string, string | number>[] = [];
  for (const c of synthesis.classes.filter(({ ending }) => ending.kind === "exit")) {
    const capture = join(folder, `${c.id}.pcap`);
    const short = join(folder, `${c.id}-short.pcap`);
    writeFileSync(capture, captureOf(synthesis, c.id, PACKETS));
    writeFileSync(short, captureOf(synthesis, c.id, TIMED));
    const least = (of: () => number): number => Math.min(...Array.from({ length: RUNS }, of));
    const printed = Array.from({ length: TIMED_RUNS }, () => perPacket(run(timed, short).out, c.id));
    const clock = Math.min(...printed.map((p) => p.clockNs));
    const classNs = Math.min(...printed.map((p) => p.classNs)) - clock;
    const userNs =
      (least(() => run(whole, capture).userMs) - least(() => run(nothing, capture).userMs)) * (1e6 / PACKETS);
    rows.push({
      class: c.ending.kind === "exit" ? c.ending.name : "",
      "clock ns": round(clock),
      "timed ns": round(classNs),
      "processor ns": round(userNs),
      "timed / processor": round(classNs / userNs),
      "Table 7.1 cycles": c.after.cycles,
    });
  }
  rmSync(folder, { recursive: true });
  for (const row of rows) {
    const ratio = row["timed / processor"] as number;
    assert(ratio > 0.4 && ratio < 1.6, `${row.class}: the printed time is ${ratio} of the processor's`);
  }
  return { name, rows };
}

/** A capture of packets of one class. */
function captureOf(synthesis: Synthesis, id: number, count: number): Buffer {
  const random = createRandom(id);
  const { entry } = synthesis.classifiers[0]!;
  const frames: Buffer[] = [];
  while (frames.length < DIFFERENT) {
    const packet = packetFor(synthesis, 0, random);
    if (classify(synthesis, entry, packet).id === id) frames.push(frameOf(packet));
  }
  return writePcap(Array.from({ length: count }, (_, i) => frames[i % DIFFERENT]!));
}

/** What one run printed: nanoseconds a packet of the clock and of the class. */
function perPacket(csv: string, id: number): { clockNs: number; classNs: number } {
  const { measurement } = readMeasurement(csv, "run.csv", { id: null, packets: null, cores: [] });
  const ns = (name: string): number => {
    const f = measurement?.functions.find((x) => x.id === name);
    return f?.packets && f.times.runMs !== null ? (1e6 * f.times.runMs) / f.packets : Number.NaN;
  };
  return { clockNs: ns("measuring 0"), classNs: ns(`class ${id}`) };
}
