import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Random } from "../../src/core/index.ts";
import type { Packet } from "../../src/synthesis/header/layout.ts";
import { parseClickChain, type Synthesis, synthesise, toClick } from "../../src/synthesis/index.ts";
import { deviceNames } from "../../src/synthesis/output/targets.ts";
import { packetNear } from "../../testing/synthesis/packets.ts";
import { type Crossing, differences } from "./choices.ts";
import type { ClickRun } from "./click.ts";
import { asWhole, isIcmpError, oddFrame, SHORTEST } from "./oddFrames.ts";
import { frameOf, readPcap, writePcap } from "./pcap.ts";
import { numbered } from "./sent.ts";

type ConfigurationRun =
  | {
      status: "same" | "different";
      sent: number;
      left: number;
      software: number;
      different: number;
      why: string;
    }
  | { status: "skipped" | "error"; why: string };

const INPUTS = /^(FromDevice|PollDevice|FromDPDKDevice|FromNetmapDevice|FromHost|FromSimDevice)$/;
const OUTPUTS = /^(ToDevice|ToDPDKDevice|ToNetmapDevice|ToHost|ToHostSniffers|ToSimDevice)$/;
/** Of what a configuration makes by itself the identification is lower. */
const FIRST_ID = 20_000;
/** What asks the machine or the network; their packets are exceptions of the synthesis or get a fixed answer. */
const WITHOUT =
  /^(ControlSocket|Script|DriverManager|StaticThreadSched|DPDKInfo|ProgressBar|ChatterSocket|ScheduleInfo|PokeHandlers)$/;

type Flat = { name: string; class: string; text: string; device: string };

/** The elements of a configuration as Click's own tool writes them out, and its connections. */
function flatten(program: string, text: string): { elements: Flat[]; rest: string } | { why: string } {
  const tool = join(dirname(dirname(program)), "bin", "click-flatten");
  const run = spawnSync(tool, { input: text, encoding: "utf8", timeout: 20_000 });
  if (run.status !== 0) return { why: `click-flatten: ${run.stderr.trim().split("\n").slice(-1)[0]}` };
  const elements: Flat[] = [];
  const rest: string[] = [];
  let flat = run.stdout;
  for (const [, list = ""] of run.stdout.matchAll(/^define\(([^)]*)\);$/gm)) {
    const values = list
      .split(",")
      .map((t) => t.trim().split(/\s+/))
      .sort((x, y) => y[0]!.length - x[0]!.length);
    for (const [key = "", ...value] of values)
      flat = flat.replace(new RegExp(`\\${key}\\b`, "g"), () => value.join(" "));
  }
  flat = flat.replace(/^define\([^)]*\);$/gm, "");
  for (const statement of flat.replace(/^#.*$|\/\/.*$/gm, "").split(/;\s*\n/)) {
    const found = /^\s*([\w@/.]+)\s*::\s*(\w+)\s*(?:\(([\s\S]*)\))?\s*$/.exec(statement);
    if (found) {
      const [, name = "", kind = "", given = ""] = found;
      const first = given
        .split(",")
        .map((a) => a.trim())
        .find((a) => a !== "" && !/^[A-Z_]{3,} /.test(a));
      elements.push({ name, class: kind, text: given.trim(), device: (first ?? name).replace(/^"|"$/g, "") });
    } else if (statement.trim() !== "") rest.push(statement.trim());
  }
  return { elements, rest: rest.join(";\n") };
}

/** A flat configuration with captures in place of devices: `entries` by number, `outOf` the capture of an exit. */
function onCaptures(
  { elements, rest }: { elements: Flat[]; rest: string },
  entries: readonly string[],
  exits: readonly string[],
  outOf: (device: string) => string,
): string {
  let links = rest;
  const named = (name: string): string => `${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w@/])`;
  const declared: string[] = [];
  const fed: string[] = [];
  for (const e of elements) {
    const isFed = new RegExp(`->\\s*(?:\\[\\d+\\]\\s*)?${named(e.name)}`).test(links);
    const feeds = new RegExp(`(?:^|[\\s;])${named(e.name)}\\s*(?:\\[\\d+\\]\\s*)?->`).test(links);
    const isDevice = INPUTS.test(e.class) || OUTPUTS.test(e.class) || /^Kernel(Tap|Tun)$/.test(e.class);
    const interfaceName = isDevice ? e.device : e.name;
    const at = entries.indexOf(interfaceName);
    if (WITHOUT.test(e.class)) continue;
    if (INPUTS.test(e.class) || (at >= 0 && !isFed)) {
      declared.push(`${e.name} :: ${at < 0 ? "Idle" : "Null"};`);
      if (at >= 0) fed.push(`entry${at} -> ${e.name};`);
    } else if (OUTPUTS.test(e.class) || (exits.includes(interfaceName) && !feeds))
      declared.push(`${e.name} :: ToDump("${outOf(interfaceName)}");`);
    else if (isDevice) {
      links = links.replace(
        new RegExp(`(->\\s*(?:\\[0\\]\\s*)?)${named(e.name)}`, "g"),
        (_, arrow) => `${arrow}${e.name}_out`,
      );
      declared.push(
        `${e.name}_out :: ToDump("${outOf(e.device)}");`,
        `${e.name} :: ${at < 0 ? "Idle" : "Null"};`,
      );
      if (at >= 0) fed.push(`entry${at} -> ${e.name};`);
    } else if (e.class === "ARPQuerier") {
      const given = e.text
        .split(",")
        .map((t) => t.trim())
        .filter((t) => !/^[A-Z_]{3,} /.test(t));
      links = links
        .replace(new RegExp(`\\[1\\]\\s*${named(e.name)}`, "g"), `${e.name}_answers`)
        .replace(new RegExp(`${named(e.name)}\\s*\\[1\\]`, "g"), `${e.name}_queries`);
      declared.push(
        `${e.name} :: EtherEncap(0x0800, ${given[1] ?? given[0]}, 02:00:00:00:00:77);`,
        `${e.name}_answers :: Discard; ${e.name}_queries :: Idle;`,
      );
    } else declared.push(`${e.name} :: ${e.class}${e.text === "" ? "" : `(${e.text})`};`);
  }
  return `${declared.join("\n")}\nFEED\n${fed.join("\n")}\n${links};\n`;
}

function run(
  program: string,
  folder: string,
  config: string,
  entries: readonly string[],
  frames: readonly { frame: Buffer; entry: number }[],
): ClickRun {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // the source MAC must stay as it is, so each entry is told by a byte in front of the frame
  const input = join(folder, "in.pcap");
  writeFileSync(input, writePcap(frames.map((f) => Buffer.concat([Buffer.from([f.entry]), f.frame]))));
  const patterns = entries.map((_, i) => `0/${i.toString(16).padStart(2, "0")}`);
  const feed = `FromDump(${input}, STOP true) -> demux :: Classifier(${patterns.join(", ")});\n${entries.map((_, i) => `demux[${i}] -> Strip(1) -> entry${i} :: HostEtherFilter(02:00:00:00:00:99, DROP_OWN false, DROP_OTHER false);`).join("\n")}`;
  const file = join(folder, "run.click");
  writeFileSync(
    file,
    config.replace("FEED", () => feed),
  );
  const ran = spawnSync(program, [file], { encoding: "utf8", timeout: 20_000 });
  if (ran.status !== 0) {
    const said = ran.stderr.trim().split("\n").slice(-3).join(" | ");
    return { error: ran.signal === null ? said : `ended by ${ran.signal}: ${said}` };
  }
  return { exits: new Map(), passed: [] };
}

export function compareConfiguration(
  program: string,
  folder: string,
  text: string,
  file: string,
  random: Random,
  count: number,
): ConfigurationRun {
  const { graph } = parseClickChain(text, file);
  if (!graph) return { status: "skipped", why: "refused" };
  const synthesis = synthesise(graph);
  if (!("classes" in synthesis)) return { status: "skipped", why: synthesis.status };
  const made = toClick(synthesis);
  if (made.text === null) return { status: "skipped", why: made.diagnostics[0]!.message };
  const original = flatten(program, text);
  if ("why" in original) return { status: "skipped", why: original.why };
  const other = flatten(program, made.text);
  if ("why" in other) return { status: "error", why: other.why };
  const names = deviceNames(synthesis);
  const inner = (name: string): string => /^click\[(.*)\]$/.exec(name)?.[1] ?? name;
  const entries = synthesis.classifiers.map((c) => c.entry);
  const known = new Set(original.elements.flatMap((e) => [e.device, e.name]));
  const unknownEntry = entries.find((e) => !known.has(inner(e)));
  if (unknownEntry !== undefined) return { status: "skipped", why: `entry ${unknownEntry} is no device` };
  const devices = [...new Set([...entries, ...graph.exits])];
  const capture = (side: number, exit: string): string =>
    join(folder, String(side), `${devices.indexOf(exit)}.pcap`);
  const sides = [
    onCaptures(original, entries.map(inner), graph.exits.map(inner), (d) =>
      capture(0, `click[${d}]`).replace("-1", d.replace(/\W/g, "_")),
    ),
    onCaptures(
      other,
      entries.map((e) => names.get(e) ?? e),
      [],
      (d) => {
        const exit = [...names].find(([, n]) => n === d)?.[0];
        return exit === undefined ? join(folder, "1", `${d}.pcap`) : capture(1, exit);
      },
    ),
  ];
  const sent: { frame: Buffer; entry: number; packet: Packet | null }[] = [];
  for (let i = 0; i < count; i++) {
    const entry = random.integer(entries.length);
    const packet = plausible(synthesis, entry, random);
    sent.push({ frame: numbered(frameOf(packet), FIRST_ID + sent.length), entry, packet });
    if (random.next() < 0.25) {
      const frame = oddFrame(numbered(frameOf(packet), FIRST_ID + sent.length), random);
      sent.push({ frame, entry, packet: asWhole(frame) });
    }
    // an answer as it would come if nothing had been written
    if (random.next() < 0.3) {
      const back = {
        ...packet,
        ipSrc: packet.ipDst!,
        ipDst: packet.ipSrc!,
        srcPort: packet.dstPort!,
        dstPort: packet.srcPort!,
      };
      const at = random.integer(entries.length);
      sent.push({ frame: numbered(frameOf(back), FIRST_ID + sent.length), entry: at, packet: back });
    }
  }
  const at = (side: number): ClickRun =>
    run(program, join(folder, String(side)), sides[side]!, entries, sent);
  let first = at(0);
  if ("error" in first && first.error.includes("ended by SIGABRT")) {
    // Click itself ends on a frame without a whole header where nothing checks it
    for (const [id, one] of sent.entries())
      if (one.frame.length < SHORTEST)
        one.frame = numbered(frameOf(packetNear(synthesis, one.entry, random)), FIRST_ID + id);
    first = at(0);
  }
  if ("error" in first) return { status: "skipped", why: `original: ${first.error}` };
  const second = at(1);
  if ("error" in second) return { status: "error", why: `synthesised: ${second.error}` };
  const framesOf = (path: string): Buffer[] => (existsSync(path) ? readPcap(readFileSync(path)) : []);
  const idOf = (frame: Buffer): number | null => {
    if (frame.length < 34 || frame.readUInt16BE(12) !== 0x0800) return null;
    const id = frame.readUInt16BE(18) - FIRST_ID;
    return id >= 0 && id < sent.length ? id : null;
  };
  const outs = [0, 1].map((side) => {
    const found = new Map<number, { exit: string; frame: Buffer }[]>();
    for (const exit of graph.exits)
      for (const frame of framesOf(capture(side, exit))) {
        const id = idOf(frame);
        const isMade = id !== null && isIcmpError(frame) && !isIcmpError(sent[id]!.frame);
        if (id !== null && !isMade) found.set(id, [...(found.get(id) ?? []), { exit, frame }]);
      }
    return found;
  });
  const software = new Set(framesOf(join(folder, "1", "software.pcap")).map(idOf));
  const wrong: string[] = [];
  const crossings: Crossing[] = [];
  const lost: [Packet, Packet][] = [];
  let left = 0;
  const show = (list: { exit: string; frame: Buffer }[]): string =>
    list.map((o) => `${o.exit} ${o.frame.subarray(0, 54).toString("hex")}`).join(" & ") || "nothing";
  for (const [id, { frame, entry, packet }] of sent.entries()) {
    const isIp = frame.length >= 34 && frame.readUInt16BE(12) === 0x0800;
    if (!isIp || software.has(id)) continue;
    const [a, b] = [outs[0]!.get(id) ?? [], outs[1]!.get(id) ?? []];
    if (b.length > 0) left++;
    const sameEnds =
      a.length === b.length &&
      a.every((o, i) => o.exit === b[i]!.exit && o.frame.length === b[i]!.frame.length);
    const isEqual = sameEnds && a.every((o, i) => o.frame.equals(b[i]!.frame));
    if (isEqual && a.length === 0 && packet) lost.push([packet, packet]);
    if (isEqual) continue;
    const [f, g] = [a[0], b[0]].map((o) => o && asWhole(o.frame));
    if (sameEnds && a.length === 1 && packet && f && g)
      crossings.push({
        id,
        entry: entries[entry]!,
        exit: a[0]!.exit,
        in: [packet, packet],
        out: [f, g],
      });
    else
      wrong.push(
        `${packet ? "" : "odd "}${inner(entries[entry]!)} ${frame.subarray(0, 54).toString("hex")}: original ${show(a)}, synthesised ${show(b)}`,
      );
  }
  const again = synthesise(graph, { hairpins: true });
  const judged: Synthesis = "classes" in again ? again : synthesis;
  for (const { id, field } of differences(judged, crossings, lost)) {
    const c = crossings.find((x) => x.id === id)!;
    wrong.push(`${field}: ${JSON.stringify(c.in[0])} -> ${JSON.stringify(c.out)}`);
  }
  return {
    status: wrong.length === 0 ? "same" : "different",
    sent: sent.length,
    left,
    software: software.size,
    different: wrong.length,
    why: wrong[0] ?? "",
  };
}

/** A packet that real hosts send: a source that is no broadcast and no multicast address. */
function plausible(synthesis: Synthesis, entry: number, random: Random): Packet {
  const near = packetNear(synthesis, entry, random);
  return {
    ...near,
    ethDst:
      random.next() < 0.1
        ? 2 ** 48 - 1
        : near.ethDst! -
          (near.ethDst! >= 2 ** 40 && Math.floor(near.ethDst! / 2 ** 40) % 2 === 1 ? 2 ** 40 : 0),
    ipProto: near.ipProto === 17 || near.ipProto === 6 || near.ipProto === 1 ? near.ipProto : 17,
  };
}
