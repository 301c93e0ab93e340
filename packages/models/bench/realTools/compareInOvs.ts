import type { Random } from "../../src/core/index.ts";
import { needsKnownFlow, type Synthesis } from "../../src/synthesis/classes/synthesis.ts";
import { valueAt } from "../../src/synthesis/header/fieldSet.ts";
import type { Packet } from "../../src/synthesis/header/layout.ts";
import { toOpenFlow } from "../../src/synthesis/index.ts";
import { numberPorts } from "../../src/synthesis/output/targets.ts";
import { classify } from "../../testing/synthesis/classify.ts";
import { walkPacket } from "../../testing/synthesis/walkPacket.ts";
import type { Comparison } from "./compare.ts";
import { OTHER_FRAMES } from "./oddFrames.ts";
import type { Switch } from "./ovs.ts";
import { frameOf, hasValidChecksums, packetOfFrame } from "./pcap.ts";
import { comingIn, numbered, packetFor } from "./sent.ts";

/** Frames that did not leave are sent so often. */
const ROUNDS = 4;
const RESENT_AT_ONCE = 8;

const OTHERS_SENT = 8;
/** The function that is an access list alone, which says nothing of such frames. */
export const ACCESS_LIST = "access-list";

/** What has to become of a packet: the port that it leaves by, null for none, and its fields then. */
type Expected = { port: number | null; packet: Packet };

/**
 * Sends frames through the rules of a synthesis in Open vSwitch and holds what leaves, each field and checksum of it,
 * against the walk through the chain's own elements. To the server a packet goes as it came, but for the tag. `flows`:
 * how many are drawn near what the classes tell apart, or frames that were recorded.
 */
export async function compareInOvs(
  ovs: Switch,
  synthesis: Synthesis,
  random: Random,
  flows: number | readonly Buffer[],
): Promise<Comparison> {
  const made = toOpenFlow(synthesis);
  if (made.text === null) return { status: "refused", why: made.diagnostics[0]!.message };
  const { ports, serverPort } = numberPorts(synthesis);
  const refusal = ovs.load(made.text, serverPort);
  if (refusal !== null) return { status: "error", why: refusal };
  const { graph, classifiers } = synthesis;
  const entries = classifiers.map(({ entry }) => entry);
  const count = typeof flows === "number" ? flows : flows.length;
  const given = Array.from({ length: count }, (_, i) => {
    const at = Math.floor((i * entries.length) / count);
    const came =
      typeof flows === "number" ? frameOf(packetFor(synthesis, at, random)) : comingIn(flows[i]!, at);
    return { packet: packetOfFrame(came), at, port: ports[entries[at]!]!, frame: numbered(came, i) };
  });
  const expectedOf = ({ packet, at }: (typeof given)[number]): Expected => {
    const name = entries[at]!;
    const walked = walkPacket(graph, graph.entries[at]!.target, packet, (_f, _p, w) => valueAt(w.values, 0)!);
    const c = classify(synthesis, name, packet);
    const { ending } = walked;
    const isServer =
      needsKnownFlow(classify(synthesis, name, packet, true)) ||
      (ending.kind === "exit" && c.flows.length > 0) ||
      ending.kind === "exception" ||
      // what a stage tells apart, only what runs the rewriter can
      c.ending.kind === "cut";
    if (isServer) return { port: serverPort, packet };
    return { port: ending.kind === "exit" ? ports[ending.name]! : null, packet: walked.packet };
  };
  const expected = given.map(expectedOf);
  // every chain of ours checks headers: of frames without one, plain or behind a tag, nothing leaves but to the server
  const otherFrames = given
    .slice(0, OTHERS_SENT)
    .flatMap(({ frame, port }) => OTHER_FRAMES.map((of) => ({ frame: of(frame), port })));
  const strays = synthesis.graph.nfs.includes(ACCESS_LIST)
    ? []
    : [...(await ovs.send(otherFrames))].flatMap(([port, frames]) => (port === serverPort ? [] : frames));
  const found = new Map<number, { port: number; frame: Buffer }[]>();
  const times = new Map<(typeof given)[number], number>();
  // a dummy port drops what its queue does not hold while the switch waits for the processor; rules drop each time
  for (let round = 0; round < ROUNDS; round++) {
    const missing = given.filter((_, id) => round === 0 || (expected[id]!.port !== null && !found.has(id)));
    for (const sent of missing) times.set(sent, (times.get(sent) ?? 0) + 1);
    // those that did not leave a few at a time
    const size = round === 0 ? count : RESENT_AT_ONCE;
    for (let from = 0; from < missing.length; from += size)
      for (const [port, frames] of await ovs.send(missing.slice(from, from + size)))
        for (const frame of frames) {
          const id = frame.readUInt16BE(18);
          found.set(id, [...(found.get(id) ?? []), { port, frame }]);
        }
  }
  const wrong = given.flatMap((sent, id) => {
    const wanted = expected[id]!;
    const out = found.get(id) ?? [];
    const isSame =
      wanted.port === null
        ? out.length === 0
        : out.length > 0 &&
          // one that came late was sent again
          out.length <= times.get(sent)! &&
          out.every((o) => o.port === wanted.port && isPacket(o.frame, wanted, serverPort));
    const shown = out
      .map(({ port, frame }) => `${port} ${JSON.stringify(packetOfFrame(frame))}`)
      .join(" and ");
    return isSame
      ? []
      : [
          `${entries[sent.at]} ${JSON.stringify(sent.packet)}: chain ${wanted.port} ${JSON.stringify(wanted.packet)}, switch ${shown || null}`,
        ];
  });
  if (strays.length > 0) wrong.push(`left without an IPv4 header: ${strays[0]!.toString("hex")}`);
  return {
    status: wrong.length === 0 ? "same" : "different",
    packets: count + otherFrames.length,
    different: wrong.length,
    left: found.size,
    why: wrong[0] ?? "",
  };
}

/** Whether a frame has all fields of a packet and valid checksums; the tag of the server is its destination. */
function isPacket(frame: Buffer, { port, packet }: Expected, serverPort: number): boolean {
  const out = packetOfFrame(frame);
  const fields = Object.keys(out).filter((f) => f !== "ethDst" || port !== serverPort);
  return fields.every((f) => out[f] === (packet[f] ?? 0)) && hasValidChecksums(frame);
}
