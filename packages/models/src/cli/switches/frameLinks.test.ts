import { execFileSync } from "node:child_process";
import { afterEach, describe, expect, it } from "vitest";
import { checkedText } from "../../../testing/cli/switches/runningSwitch.ts";
import { SwitchDevice } from "../../switch/index.ts";
import { UsageError } from "../errors.ts";
import { configProgram } from "./configProgram.ts";
import type { FrameLink } from "./frameLinks.ts";
import { openPorts, portsOf, type Wires } from "./ports.ts";

/** What comes in at 1 leaves at 2, and back. */
const CABLE = `
#include <core.p4>
#include <v1model.p4>
header ethernet_t { bit<48> dst; bit<48> src; bit<16> type; }
struct headers { ethernet_t ethernet; }
struct metadata { }
parser P(packet_in p, out headers h, inout metadata m, inout standard_metadata_t s) {
  state start { p.extract(h.ethernet); transition accept; }
}
control V(inout headers h, inout metadata m) { apply { } }
control I(inout headers h, inout metadata m, inout standard_metadata_t s) {
  apply { s.egress_spec = s.ingress_port ^ 3; }
}
control E(inout headers h, inout metadata m, inout standard_metadata_t s) { apply { } }
control C(inout headers h, inout metadata m) { apply { } }
control D(packet_out p, in headers h) { apply { p.emit(h.ethernet); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
`;

// names of this process only: other tests lay cables, too
const tag = `${process.pid % 100_000}`;
const [TESTER, NEAR, FAR, FAR_END, AREA] = [`pt${tag}`, `pn${tag}`, `pf${tag}`, `pe${tag}`, `p4twin-${tag}`];
const MAC = "02:00:00:00:77:02";
const OUR_MAC = "02:00:00:00:77:01";
const ip = (...args: string[]) => execFileSync("ip", args, { stdio: "ignore" });
const quietly = (...args: string[]): boolean => {
  try {
    ip(...args);
    return true;
  } catch {
    return false;
  }
};
const isRoot = process.platform === "linux" && quietly("netns", "add", AREA) && quietly("netns", "del", AREA);
const hasTap =
  isRoot &&
  quietly("tuntap", "add", "dev", FAR_END, "mode", "tap") &&
  quietly("tuntap", "del", "dev", FAR_END, "mode", "tap");
if (isRoot && !hasTap)
  console.warn("TAP interfaces as ports of a switch are NOT tested here: there is no tun.");
if (!isRoot)
  console.warn("Interfaces as ports of a switch are NOT tested here: that needs root, Linux and `ip`.");

describe("--port", () => {
  it.each([
    [
      "1@udp:10001:127.0.0.1:20001",
      { kind: "udp", port: 1, herePort: 10_001, host: "127.0.0.1", therePort: 20_001 },
    ],
    ["510@veth0", { kind: "interface", port: 510, name: "veth0" }],
    ["2@tap:p4", { kind: "tap", port: 2, name: "p4" }],
  ])("%s is a port", (text, port) => {
    expect(portsOf([], [text])).toEqual([port]);
    expect(portsOf([text.replace("@", "=")])).toEqual([port]);
  });
  it.each([
    "veth0",
    "511@veth0",
    "1@",
    "1@a name",
    "1@aninterfacewhosename",
    "1@udp:1:host",
    "1@udp:99999:h:1",
    "1@tap:",
  ])("%s is refused", (text) => {
    expect(() => portsOf([], [text])).toThrow(UsageError);
    expect(() => portsOf([text.replace("@", "=")])).toThrow(/^--port takes N=IFACE/);
  });
  it("refuses two wires at one port, and opens none", async () => {
    const ports = portsOf(["1=veth0"], ["1@tap:p4"]);
    await expect(openPorts(ports, () => {})).rejects.toThrow("port 1 has two interfaces");
  });
  it.runIf(isRoot)("names an interface that is not there", async () => {
    await expect(openPorts(portsOf(["1=nosuch0"]), () => {})).rejects.toThrow(/^nosuch0: there is no such/);
  });
});

describe.runIf(isRoot)("a switch between two wires of the kernel", () => {
  const opened: Wires[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((wires) => wires.close()));
    quietly("netns", "del", AREA);
    for (const name of [TESTER, FAR]) quietly("link", "del", name);
  });
  async function open(ports: string[], receive: (port: number, frame: Uint8Array) => void): Promise<Wires> {
    const wires = await openPorts(portsOf([], ports), receive);
    opened.push(wires);
    return wires;
  }

  /** A switch whose port 1 is a wire to us, and port 2 one to `FAR_END`. */
  async function laid(far: "interface" | "tap"): Promise<void> {
    ip("link", "add", TESTER, "type", "veth", "peer", "name", NEAR);
    if (far === "interface") ip("link", "add", FAR, "type", "veth", "peer", "name", FAR_END);
    const ends = far === "interface" ? [TESTER, NEAR, FAR, FAR_END] : [TESTER, NEAR];
    for (const name of ends) ip("link", "set", name, "up");
    let wires: Wires | null = null;
    const device = new SwitchDevice({
      ...{ deviceId: 1n, cpuPort: null, compile: configProgram, wallNs: () => 0n },
      nowUs: () => performance.now() * 1000,
      onSent: ({ port, bytes }) => wires?.send(port, bytes),
    });
    device.start(checkedText(CABLE));
    const second = far === "interface" ? FAR : `tap:${FAR_END}`;
    wires = await open([`1@${NEAR}`, `2@${second}`], (port, frame) => device.receive(port, frame));
  }

  /** Puts `FAR_END` into a network of its own, whose kernel answers. */
  function answering(): void {
    ip("netns", "add", AREA);
    ip("link", "set", FAR_END, "netns", AREA);
    const inside = (...args: string[]) => ip("-n", AREA, ...args);
    inside("link", "set", FAR_END, "address", MAC, "up");
    inside("address", "add", "10.231.7.2/24", "dev", FAR_END);
    inside("neigh", "add", "10.231.7.1", "lladdr", OUR_MAC, "dev", FAR_END);
  }

  /** Sends a frame at one end until one that fits is heard at another: interfaces may not be ready yet. */
  async function heardOf(frame: Buffer, at: string, isIt: (hex: string) => boolean): Promise<string> {
    const heard: string[] = [];
    let hear = (): void => {};
    const wires = await open([`1@${TESTER}`, ...(at === TESTER ? [] : [`2@${at}`])], (port, bytes) => {
      if ((port === 1) === (at === TESTER)) heard.push(Buffer.from(bytes).toString("hex"));
      hear();
    });
    for (;;) {
      wires.send(1, frame);
      await new Promise<void>((resolve) => {
        hear = resolve;
        setTimeout(resolve, 200);
      });
      const found = heard.find(isIt);
      if (found !== undefined) return found;
    }
  }

  it.each<FrameLink["kind"]>(hasTap ? ["interface", "tap"] : ["interface"])(
    "the kernel behind %s answers a ping",
    async (far) => {
      await laid(far);
      answering();
      const request = echo("");
      expect(await heardOf(request, TESTER, isReply)).toEqual(replyTo(request));
    },
  );

  it("a VLAN tag, which the kernel takes out of a frame, is there again behind the switch", async () => {
    await laid("interface");
    const tagged = echo("81006007");
    const seen = await heardOf(tagged, FAR_END, (hex) => hex.includes("70347477696e21"));
    expect(seen).toBe(tagged.toString("hex"));
  });
});

const macHex = (mac: string): string => mac.replaceAll(":", "");
/** An echo request from 10.231.7.1 to .2, with what comes before the type of Ethernet. */
function echo(vlan: string): Buffer {
  const icmp = Buffer.from(`0800000000010001${"70347477696e21".padEnd(64, "0")}`, "hex");
  icmp.writeUInt16BE(checksum(icmp), 2);
  const header = Buffer.from("450000000001000040010000", "hex");
  const ipv4 = Buffer.concat([header, Buffer.alloc(8)]);
  ipv4.writeUInt16BE(20 + icmp.length, 2);
  ipv4.set([10, 231, 7, 1, 10, 231, 7, 2], 12);
  ipv4.writeUInt16BE(checksum(ipv4), 10);
  return Buffer.concat([Buffer.from(`${macHex(MAC)}${macHex(OUR_MAC)}${vlan}0800`, "hex"), ipv4, icmp]);
}
const isReply = (hex: string): boolean =>
  hex.startsWith(`${macHex(OUR_MAC)}${macHex(MAC)}0800`) && hex.includes("70347477696e21");
/** What a kernel answers: addresses changed, type 0; identification, time to live and checksums are its own. */
function replyTo(request: Buffer): unknown {
  const [from, to, rest] = [request.subarray(26, 30), request.subarray(30, 34), request.subarray(38)];
  const hex = (bytes: Buffer): string => bytes.toString("hex");
  return expect.stringMatching(new RegExp(`^.{24}08004500.{20}${hex(to)}${hex(from)}0000.{4}${hex(rest)}$`));
}
function checksum(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 2) sum += bytes.readUInt16BE(at);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
  return ~sum & 0xffff;
}
