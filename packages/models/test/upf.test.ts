import { beforeEach, describe, expect, it } from "vitest";
import { Timeline } from "../src/control/index.ts";
import { checkP4 } from "../src/p4/index.ts";
import { createSwitch, install, Network, readNetwork, type Target } from "../src/run/index.ts";
import { library } from "./switch/deployed.ts";

// frames as scapy 2.7.0 (contrib.gtp) builds them; UDP of the tunnel without checksum
const inner = "4500002100090000" + "4011667d0a3c00070a020002" + "9c400035000d0b46" + "68656c6c6f";
const uplink = (sequence: number): string =>
  "000500000100" +
  "000500000001" +
  "0800" + // Ethernet to the steering function
  "4500004d000700004011" +
  "66950a0100020a010001" + // IPv4, base station to user plane
  "0868086800390000" +
  "36ff002900000101" + // UDP, GTP-U
  sequence.toString(16).padStart(4, "0") +
  "0085" +
  "01100500" +
  inner;
const uplinkOut = `0005000000020005000020010800${inner.replace("4011667d", "3f11677d")}`;
const web = "4501002d000b0000400666790a0200020a3c0007" + "01bb9c410000000000000000500220008fbe0000776f726c64";
const webOut =
  "0005000000010005000010010800" +
  "45010059000000004011668f0a0100010a010002" +
  "0868086800450000" +
  "36ff003500000201" +
  "00000085" +
  "01000900" +
  web;
const dns = "45000022000c0000401166790a0200020a3c0007" + "00359c40000e14be616e73776572";
const dnsOut =
  "0005000000010005000010010800" +
  "4500004e000000004011669b0a0100010a010002" +
  "08680868003a0000" +
  "36ff002a00000201" +
  "00000085" +
  "01000500" +
  dns;
const downlink = (packet: string): string => `0005000001000005000000020800${packet}`;

/** What the blocks of these switches take (our choice). */
const BLOCKS_US = 40;

describe("user plane of the library as a deployment (tasks of Table 6.1)", () => {
  let network: Network;
  let targets: Map<string, Target>;
  let arrived: { node: string; hex: string; atUs: number }[];

  beforeEach(() => {
    const { plan, diagnostics } = readNetwork(library("deployments/upf/topology.json"), "topology.json");
    expect(diagnostics).toEqual([]);
    network = new Network(new Timeline());
    targets = new Map();
    for (const { id, program, entries } of plan!.switches) {
      const checked = checkP4({ file: `${program}.p4`, text: library(`programs/${program}.p4`) });
      const made = createSwitch(checked, {
        timeline: network.timeline,
        processing: () => ({ ingressUs: () => BLOCKS_US, egressUs: () => 0 }),
      });
      if (!made.ok) throw new Error(made.error.message);
      for (const each of entries)
        expect(install(made.value, library(`deployments/upf/${each}`), each)).toEqual([]);
      network.addSwitch(id, made.value);
      targets.set(id, made.value);
    }
    for (const { a, b, ...link } of plan!.links) network.connect(a, b, link);
    arrived = [];
    network.onReceipt = ({ node, bytes, atUs }) =>
      arrived.push({ node, hex: Buffer.from(bytes).toString("hex"), atUs });
  });

  const send = (host: string, hex: string, atUs = 1000): void =>
    network.send(host, Uint8Array.from(Buffer.from(hex, "hex")), atUs);
  const run = (): void => void network.timeline.advance(Number.POSITIVE_INFINITY);
  const command = (node: string, line: string): void =>
    expect(install(targets.get(node)!, line, "commands.txt")).toEqual([]);

  it("uplink: out of the tunnel, to the data network", () => {
    send("gnb", uplink(1));
    run();
    expect(arrived).toEqual([{ node: "dn", hex: uplinkOut, atUs: 1000 + 5 * BLOCKS_US }]);
  });

  it("downlink: into the tunnel of the session, with the QFI of the 5-tuple", () => {
    send("dn", downlink(web));
    send("dn", downlink(dns), 2000);
    run();
    expect(arrived.map(({ node, hex }) => [node, hex])).toEqual([
      ["gnb", webOut],
      ["gnb", dnsOut],
    ]);
  });

  it("uplink: a duplicate of the session, another tunnel and another user leave the way", () => {
    for (const sequence of [1, 1, 2]) send("gnb", uplink(sequence));
    send("gnb", uplink(3).replace("36ff002900000101", "36ff002900000102"));
    send("gnb", uplink(4).replace("0a3c0007", "0a3c0008"));
    run();
    expect(arrived.map(({ hex }) => hex)).toEqual([uplinkOut, uplinkOut]);
  });

  it("uplink: a rule of the whole 5-tuple decides before the rule of the user", () => {
    command("ulf", "table_set_default far drop");
    command("ulf", "table_modify pdr set_session 0 1 7");
    send("gnb", uplink(1));
    send("gnb", uplink(2).replace("9c400035", "9c400036"));
    run();
    // to port 53 the first rule sends to FAR 7, which nobody set
    expect(arrived.map(({ hex }) => hex)).toEqual([uplinkOut.replace("9c400035", "9c400036")]);
  });

  it("uplink: what a watched user sends is copied to the intercept destination as it came", () => {
    const of9 = (hex: string): string => hex.replace("0a3c0007", "0a3c0009");
    // the address of the user is 2 higher, the checksum 2 lower
    const watched = of9(uplink(1))
      .replace("11667d", "11667b")
      .replace("36ff002900000101", "36ff002900000103");
    send("gnb", watched);
    run();
    const sent = of9(inner).replace("11667d", "11667b");
    expect(arrived.map(({ node, hex }) => [node, hex])).toEqual(
      expect.arrayContaining([
        ["dn", `0005000000020005000020010800${sent.replace("4011667b", "3f11677b")}`],
        [
          "agency",
          `0005000000040005000002000800${sent.replace("0a020002", "0a030002").replace("667b", "667a")}`,
        ],
      ]),
    );
    expect(arrived).toHaveLength(2);
  });

  it("downlink: in a handover both base stations get the packet, each by its tunnel, with one sequence number", () => {
    const of8 = web.replace("0a3c0007", "0a3c0008").replace("40066679", "40066678");
    send("dn", downlink(of8));
    run();
    const tunnel = (hex: string): string[] => [
      hex.slice(0, 12),
      hex.slice(60, 68),
      hex.slice(92, 100),
      hex.slice(100, 104),
    ];
    expect(arrived.map(({ node, hex }) => [node, ...tunnel(hex)]).sort()).toEqual([
      ["gnb", "000500000001", "0a010002", "00000202", "0000"],
      ["gnb2", "000500000003", "0a010003", "00000302", "0000"],
    ]);
    expect(arrived.every(({ hex }) => hex.endsWith(of8))).toBe(true);
  });

  it("downlink: what exceeds the session's rate is counted, has a sequence number and is dropped", () => {
    for (let i = 0; i < 15; i++) send("dn", downlink(web));
    for (let i = 0; i < 15; i++) send("dn", downlink(dns));
    send("dn", downlink(web), 3500);
    run();
    const webs = arrived.filter(({ hex }) => hex.endsWith(web));
    // 10 ms of 1 ms packets back to back, then what drained in 2.5 ms
    expect(webs).toHaveLength(11);
    expect(arrived.filter(({ hex }) => hex.endsWith(dns))).toHaveLength(15);
    const sequenceOf = (hex: string): number => Number.parseInt(hex.slice(100, 104), 16);
    expect(webs.map(({ hex }) => sequenceOf(hex))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15]);
    // marked above 5 ms, on the tunnel only
    expect(webs.map(({ hex }) => Number.parseInt(hex.slice(30, 32), 16))).toEqual([
      ...[1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3],
    ]);
  });
});
