import { rmSync } from "node:fs";
import type { Random } from "../../src/core/index.ts";
import { matches } from "../../src/synthesis/header/filter.ts";
import type { Packet } from "../../src/synthesis/header/layout.ts";
import { parseServiceChain, type Synthesis, synthesise, toClick } from "../../src/synthesis/index.ts";
import { deviceNames } from "../../src/synthesis/output/targets.ts";
import type { RandomChain } from "./chains.ts";
import { type Crossing, differences, keyOf, mirrored } from "./choices.ts";
import { type ClickRun, originalText, runClick } from "./click.ts";
import { frameOf, hasValidChecksums, packetOfFrame } from "./pcap.ts";
import { comingIn, numbered, packetsFor, replyTo, type Sent } from "./sent.ts";

/** Device of packets that the synthesis leaves to the functions. */
const SOFTWARE = "software";

export type Comparison =
  | {
      status: "same" | "different";
      packets: number;
      different: number;
      left: number;
      /** packets that cannot be judged: they met on one side alone what it had chosen for another flow */
      unjudged?: number;
      why: string;
    }
  | { status: "cut" | "refused" | "error"; why: string };

const chainFileOf = ({ functions, acls = {}, links, entries }: RandomChain): string =>
  JSON.stringify({
    version: 1,
    functions: Object.entries(functions).map(([id, text]) =>
      acls[id] === undefined ? { id, click: { text } } : { id, acl: { rules: { text: acls[id] } } },
    ),
    links: links.map(([from, to]) => `${from} -> ${to.replace(/^(.*)\[(.*)\]$/, "[$2]$1")}`),
    entries: entries.map((e) => e.replace(/^(.*)\[(.*)\]$/, "[$2]$1")),
  });

export function synthesisOf(chain: RandomChain): Synthesis | { why: string } {
  const { graph, diagnostics } = parseServiceChain(chainFileOf(chain), "chain.json", () => null);
  if (!graph) return { why: diagnostics.map((d) => d.message).join("; ") };
  const found = synthesise(graph);
  return "classes" in found ? found : { why: found.diagnostics[0]?.message ?? found.status };
}

/** The frames by the number that their IP identification holds. */
const byId = (frames: readonly Buffer[]): Map<number, Buffer> =>
  new Map(frames.map((f) => [f.readUInt16BE(18), f]));

/**
 * Sends packets, then replies to what left and more, through a chain's own functions and through its synthesis, both
 * in Click. What leaves must be equal, but for addresses and ports that a rewriter chose for a new flow: what the
 * synthesis drops early takes none of them (`differences`). `flows`: how many packets are drawn near what the classes
 * tell apart, or frames that were recorded; `change` makes a wrong synthesis of a right one.
 */
export function compareInClick(
  program: string,
  folder: string,
  chain: RandomChain,
  random: Random,
  flows: number | readonly Buffer[],
  change: (text: string) => string = (text) => text,
): Comparison {
  const synthesis = synthesisOf(chain);
  if ("why" in synthesis) return { status: "error", why: synthesis.why };
  if (synthesis.status === "cut") return { status: "cut", why: synthesis.cuts[0]!.reason };
  const made = toClick(synthesis);
  if (made.text === null) return { status: "refused", why: made.diagnostics[0]!.message };
  const devices = deviceNames(synthesis);
  const device = (name: string): string => devices.get(name) ?? name;
  const sides = [
    { text: originalText(chain), entries: chain.entries, exits: new Map(chain.exits.map((e) => [e, e])) },
    {
      text: change(made.text),
      entries: chain.entries.map(device),
      exits: new Map([...chain.exits.map((e): [string, string] => [e, device(e)]), [SOFTWARE, SOFTWARE]]),
    },
  ];
  const run = (side: number, frames: readonly Buffer[]) => {
    const { text, entries, exits } = sides[side]!;
    const at = `${folder}/${side}`;
    rmSync(at, { recursive: true, force: true });
    return runClick(program, at, text, entries, exits, frames);
  };
  // with the flows that are known at other inputs than theirs, as toClick has them
  const known = synthesise(synthesis.graph, { hairpins: true });
  const judged = "classes" in known ? known : synthesis;
  const last = chain.entries.length - 1;
  const drawn = (n: number, entry: number): Sent[] =>
    packetsFor(judged, entry, n, random).map((packet) => ({ frame: frameOf(packet), entry }));
  const begin = (frames: readonly Buffer[]): ClickRun[] => {
    const given = frames.map(numbered);
    return [run(0, given), run(1, given)];
  };
  let begun: Sent[] =
    typeof flows === "number" ? drawn(flows, 0) : flows.map((f) => ({ frame: comingIn(f, 0), entry: 0 }));
  let first = begin(begun.flatMap((s) => ("frame" in s ? [s.frame] : [])));
  if (typeof flows !== "number" && first[0] && "exits" in first[0]) {
    const likely = withoutOrphans(
      flows.map((f) => comingIn(f, 0)),
      first[0].exits,
    );
    begun = likely.map((frame) => ({ frame, entry: 0 }));
    first = begin(likely);
  }
  const sent = [...begun];
  const count = sent.length;
  const failed = first.findIndex((f) => "error" in f);
  if (failed >= 0)
    return {
      status: "error",
      why: `${failed === 0 ? "original" : "synthesised"}: ${(first[failed] as { error: string }).error}`,
    };
  const outs = first.map((f) => byId([...(f as { exits: Map<string, Buffer[]> }).exits.values()].flat()));
  const exitsBy = first.map(
    (f) =>
      new Map(
        [...(f as { exits: Map<string, Buffer[]> }).exits].flatMap(([exit, frames]) =>
          [...byId(frames).keys()].map((id) => [id, exit] as const),
        ),
      ),
  );
  // one that met another's flow by chance went elsewhere on one side, and its reply is another packet there; what
  // answers itself on one side alone is another flow there
  const answersItself = (frame: Buffer): boolean =>
    keyOf(packetOfFrame(frame)) === mirrored(packetOfFrame(frame));
  const answered = [...outs[0]!.keys()].filter(
    (id) =>
      exitsBy[0]!.get(id) === exitsBy[1]!.get(id) && !outs.some((frames) => answersItself(frames.get(id)!)),
  );
  const more: Sent[] = [
    ...answered.map((replyTo) => ({ replyTo, entry: last })),
    ...answered.slice(0, count / 4).map((replyTo) => ({ replyTo, entry: 0 })),
    ...(last > 0 ? drawn(Math.floor(count / 4), last) : []),
    ...begun.slice(0, count / 2),
  ];
  for (let i = more.length - 1; i > 0; i--) {
    const j = random.integer(i + 1);
    [more[i], more[j]] = [more[j]!, more[i]!];
  }
  sent.push(...more);
  const frames = [0, 1].map((side) =>
    sent.map((s, i) =>
      numbered("frame" in s ? s.frame : frameOf(replyTo(outs[side]!.get(s.replyTo)!, s.entry)), i),
    ),
  );
  const runs = frames.map((f, side) => run(side, f));
  const [a, b] = runs;
  if (!a || !b || "error" in a || "error" in b)
    return { status: "error", why: JSON.stringify(runs).slice(0, 300) };
  const crossings: Crossing[] = [];
  const wrong: string[] = [];
  let left = 0;
  const show = (frame: Buffer | undefined): string =>
    frame ? JSON.stringify(packetOfFrame(frame)) : "nothing";
  const leftBy = new Set(
    chain.exits.flatMap((exit) => [...byId(a.exits.get(exit)!).keys(), ...byId(b.exits.get(exit)!).keys()]),
  );
  // a flow that no rewriter of the functions let through is kept by none
  const kept = new Set(a.passed.map((packet) => packet.readUInt16BE(4)));
  const isLost = (id: number): boolean => !leftBy.has(id) && kept.has(id);
  const lost = sent.flatMap((_, id): [Packet, Packet][] =>
    isLost(id) ? [[packetOfFrame(frames[0]![id]!), packetOfFrame(frames[1]![id]!)]] : [],
  );
  const cameAs = frames.map((f) => new Set(f.map((frame) => keyOf(packetOfFrame(frame)))));
  /** The first packet that left with these addresses and ports, on each side. */
  const leftFirst = [a, b].map(({ exits }) => {
    const first = new Map<string, number>();
    for (const [id, frame] of [...exits.values()].flatMap((frames) => [...byId(frames)])) {
      const key = keyOf(packetOfFrame(frame));
      first.set(key, Math.min(first.get(key) ?? id, id));
    }
    return first;
  });
  // what no class says goes to the functions themselves
  const asCame = byId(b.exits.get(SOFTWARE)!);
  // the rewriter in front of what dropped them knows their flow at any input; the synthesis dropped them before it
  const lostAt = new Map(
    sent.flatMap(({ entry }, id) =>
      isLost(id) ? [[keyOf(packetOfFrame(frames[0]![id]!)), entry] as const] : [],
    ),
  );
  const isOfLost = (id: number): boolean => {
    const at = lostAt.get(keyOf(packetOfFrame(frames[0]![id]!)));
    return at !== undefined && at !== sent[id]!.entry;
  };
  const lefts = chain.exits.map((exit) => {
    const [mine, theirs] = [byId(a.exits.get(exit)!), byId(b.exits.get(exit)!)];
    return { exit, mine, theirs, ids: [...new Set([...mine.keys(), ...theirs.keys()])] };
  });
  // it met a value that one side had chosen for a flow by then, and the other had not: nobody would have sent it there
  const isMet = (only: Buffer, id: number, here: number): boolean =>
    cameAs[here]!.has(mirrored(packetOfFrame(only))) &&
    (leftFirst[1 - here]!.get(mirrored(packetOfFrame(frames[1 - here]![id]!))) ?? id) >= id;
  // it answers a flow on the side alone where it does not leave: there it went the way of replies
  const isAnswerOn = (side: number, id: number): boolean =>
    (leftFirst[side]!.get(mirrored(packetOfFrame(frames[side]![id]!))) ?? id) < id;
  // a reply at another input than its own begins a flow: what is drawn for it tells the next rewriter's flow
  const isDrawn = (id: number): boolean =>
    judged.graph.rewriters.size > 1 &&
    "replyTo" in sent[id]! &&
    sent[id].entry !== last &&
    [0, 1].every((side) => lefts.some((l) => (side === 0 ? l.mine : l.theirs).has(id)));
  const drawnAs = new Set(
    sent.flatMap((_, id) => (isDrawn(id) ? frames.map((f) => keyOf(packetOfFrame(f[id]!))) : [])),
  );
  const byChance = new Set(
    lefts.flatMap(({ mine, theirs, ids }) =>
      ids.filter((id) => {
        const [f, g] = [mine.get(id), theirs.get(id)];
        if (f && g) return false;
        if (frames.some((side) => drawnAs.has(keyOf(packetOfFrame(side[id]!))))) return true;
        const gone = f ? 1 : 0;
        if (isAnswerOn(gone, id) && !isAnswerOn(1 - gone, id)) return true;
        return f ? isMet(f, id, 0) || isOfLost(id) : isMet(g!, id, 1);
      }),
    ),
  );
  for (const { exit, mine, theirs, ids } of lefts) {
    left += mine.size;
    for (const [side, found] of [a, b].entries()) {
      const count = found.exits.get(exit)!.length;
      const packets = (side === 0 ? mine : theirs).size;
      if (count !== packets)
        wrong.push(`${exit}: ${count} frames of ${packets} packets left on side ${side}`);
    }
    for (const id of ids) {
      if (asCame.has(id) || byChance.has(id)) continue;
      const [f, g] = [mine.get(id), theirs.get(id)];
      const isWhole = f && g && f.length === g.length && (f.equals(g) || [f, g].every(hasValidChecksums));
      if (!isWhole) wrong.push(`${exit} packet ${id}: ${show(frames[0]![id])} -> ${show(f)} and ${show(g)}`);
      else {
        const entry = chain.entries[sent[id]!.entry]!;
        const came: [Packet, Packet] = [packetOfFrame(frames[0]![id]!), packetOfFrame(frames[1]![id]!)];
        crossings.push({ id, entry, exit, in: came, out: [packetOfFrame(f), packetOfFrame(g)] });
      }
    }
  }
  // the functions get what an exception class may take, as it came, and nothing else
  for (const [id, frame] of asCame) {
    const came = frames[1]![id];
    if (!came) {
      wrong.push(`${SOFTWARE}: ${show(frame)} came in nowhere`);
      continue;
    }
    const rules = judged.classifiers.find((c) => c.entry === chain.entries[sent[id]!.entry])?.rules ?? [];
    const isException = rules.some(
      (r) => judged.classes[r.class]!.ending.kind === "exception" && matches(r.filter, packetOfFrame(came)),
    );
    if (!isException || !frame.equals(came))
      wrong.push(`${SOFTWARE} packet ${id}: ${show(came)} -> ${show(frame)}`);
  }
  // in the order in which they came, as flows begin
  crossings.sort((x, y) => x.id - y.id);
  for (const { id, field } of differences(judged, crossings, lost)) {
    const { exit, in: came, out } = crossings.find((c) => c.id === id)!;
    wrong.push(
      `${exit} packet ${id}, ${field}: ${JSON.stringify(came)} -> ${JSON.stringify(out[0])} and ${JSON.stringify(out[1])}`,
    );
  }
  const different = wrong.length;
  const why = wrong[0] ?? "";
  return {
    status: different === 0 ? "same" : "different",
    packets: sent.length - byChance.size,
    different,
    left,
    unjudged: byChance.size,
    why,
  };
}

/**
 * Recorded frames without those that answer a flow of which the chain let nothing out: nobody would have sent them. A
 * rewriter in front of what drops the flow turns them back all the same; the synthesis drops the flow before it.
 */
function withoutOrphans(frames: readonly Buffer[], exits: ReadonlyMap<string, Buffer[]>): Buffer[] {
  const left = new Set([...exits.values()].flat().map((f) => f.readUInt16BE(18)));
  const packets = frames.map(packetOfFrame);
  const answered = new Set(packets.filter((_, i) => left.has(i)).map(mirrored));
  const lost = new Set(packets.filter((_, i) => !left.has(i)).map(mirrored));
  return frames.filter((_, i) => {
    const key = keyOf(packets[i]!);
    return answered.has(key) || !lost.has(key);
  });
}
