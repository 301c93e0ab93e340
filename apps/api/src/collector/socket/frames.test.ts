import { execFileSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { encodeUdpFrame } from "@p4twin/models/telemetry";
import koffi from "koffi";
import { afterAll, describe, expect, it } from "vitest";
import { openLibc } from "./libc.ts";
import { openRecvmmsg } from "./recvmmsg.ts";
import type { SourceConfig } from "./source.ts";

const [HERE, THERE] = ["p4tfrm0", "p4tfrm1"];
const config: SourceConfig = {
  ...{ host: "127.0.0.1", ports: [0], receiveBufferBytes: 1 << 20, maxDatagramBytes: 2_048, interface: HERE },
};

/** A cable between two interfaces of this machine; null where it cannot be laid. */
function layCable(): boolean {
  try {
    execFileSync("ip", ["link", "add", HERE, "type", "veth", "peer", "name", THERE], { stdio: "ignore" });
    for (const end of [HERE, THERE]) {
      // the machine would send frames of its own, to look for neighbours and routers
      const own = `/proc/sys/net/ipv6/conf/${end}/disable_ipv6`;
      if (existsSync(own)) writeFileSync(own, "1");
      execFileSync("ip", ["link", "set", end, "up"], { stdio: "ignore" });
    }
    return true;
  } catch {
    return false;
  }
}
const isLaid = process.platform === "linux" && layCable();
if (!isLaid)
  console.warn("Frames of an interface are NOT tested here: that needs root, Linux and `ip link`.");
afterAll(() => {
  if (isLaid) execFileSync("ip", ["link", "del", HERE]);
});

describe("an interface that is not there, or may not be read", () => {
  it.runIf(process.platform === "linux")("is refused with the remedy, and no port stays bound", () => {
    expect(() => openRecvmmsg({ ...config, interface: "nosuch0" }, () => {})).toThrow(
      /INT_INTERFACE=nosuch0: there is no such interface/,
    );
  });
});

/** A frame in an IPv4 packet of protocol GRE between other machines. */
function inGre(frame: Uint8Array): Buffer {
  const outer = encodeUdpFrame(new Uint8Array(0), {
    src: "192.0.2.1",
    dst: "192.0.2.2",
    srcPort: 0,
    dstPort: 0,
  });
  const bytes = Buffer.from([...outer.subarray(0, 34), 0, 0, 0x65, 0x58, ...frame]);
  bytes.writeUInt16BE(bytes.length - 14, 16);
  bytes[23] = 47;
  return bytes;
}

describe.runIf(isLaid)("frames of a cable", () => {
  it("reports that no socket receives are read from their frames, each once", () => {
    const heard: string[] = [];
    const offered: string[] = [];
    const source = openRecvmmsg(
      config,
      (b, at, length, { address }) => {
        heard.push(`${address} ${Buffer.from(b.subarray(at, at + length)).toString()}`);
      },
      // the packet from its IP header on, of which the one to port 54 carries telemetry
      (b, at, length) => {
        if (b[at] >> 4 !== 4) return false;
        offered.push(Buffer.from(b.subarray(at + 28, at + length)).toString());
        return ((b[at + 22] << 8) | b[at + 23]) === 54;
      },
    );
    if (source.kind !== "recvmmsg") throw new Error("not the native source");
    const libc = openLibc();
    const out = libc.openPacketSocket(THERE, 1 << 20);
    const send = koffi.load("libc.so.6").func("long send(int, void*, unsigned long, int)");
    const port = source.ports[0].port;
    const frame = (text: string, dst: string, dstPort: number, zero = false): Buffer => {
      const bytes = encodeUdpFrame(Buffer.from(text), { src: "10.0.0.1", dst, srcPort: 5, dstPort });
      if (zero) bytes.fill(0, 24, 26);
      return Buffer.from(bytes);
    };
    const frames = [
      frame("zero", "127.0.0.1", port, true),
      frame("mirrored", "10.0.0.7", port),
      // the socket is bound to this address: what the kernel makes of it is its own business
      frame("own", "127.0.0.1", port),
      frame("other port", "10.0.0.7", 53),
      frame("in band", "10.0.0.7", 54),
      // GRE of Ethernet, as a remote mirror sends it
      inGre(frame("far away", "10.0.0.7", port)),
    ];
    for (const bytes of frames) expect(Number(send(out, bytes, bytes.length, 0))).toBe(bytes.length);
    let now = 0;
    for (let i = 0; i < 100 && heard.length < 3; i++) source.poll(20, () => ++now);
    source.poll(20, () => ++now);
    const { frames: counted, received } = source.counters(() => {});
    expect(heard.sort()).toEqual(["10.0.0.1 far away", "10.0.0.1 mirrored", "10.0.0.1 zero"]);
    // of the tunnel only what stands behind 28 bytes is kept here
    expect(offered.slice(0, 2)).toEqual(["other port", "in band"]);
    expect(received).toBe(4);
    expect(counted).toMatchObject({
      interface: HERE,
      taken: 3,
      inBand: 1,
      zeroChecksums: 1,
      leftToSocket: 1,
      kernelDropped: 0,
    });
    expect(counted?.seen).toBe(
      (counted?.taken ?? 0) +
        (counted?.inBand ?? 0) +
        (counted?.leftToSocket ?? 0) +
        (counted?.passedOver ?? 0),
    );
    libc.close(out);
    source.close();
  });

  /** Opens the interface, sends, and answers with what was heard and counted, once so many frames were passed over. */
  async function hearing(passedOver: number, send: (port: number) => Promise<void> | void, port = 0) {
    const heard: string[] = [];
    const source = openRecvmmsg({ ...config, ports: [port] }, (b, at, length, { address }) => {
      heard.push(`${address} ${Buffer.from(b.subarray(at, at + length)).toString("hex")}`);
    });
    if (source.kind !== "recvmmsg") throw new Error("not the native source");
    await send(source.ports[0].port);
    let now = 0;
    const isThrough = () => (source.counters(() => {}).frames?.passedOver ?? 0) >= passedOver;
    for (let i = 0; i < 100 && !isThrough(); i++) source.poll(20, () => ++now);
    source.poll(20, () => ++now);
    const { frames } = source.counters(() => {});
    source.close();
    return { heard, frames };
  }
  function sendFrames(frames: readonly Uint8Array[]): void {
    const libc = openLibc();
    const out = libc.openPacketSocket(THERE, 1 << 20);
    const send = koffi.load("libc.so.6").func("long send(int, void*, unsigned long, int)");
    for (const bytes of frames) send(out, Buffer.from(bytes), bytes.length, 0);
    libc.close(out);
  }

  it("a datagram that Linux cuts into fragments is put together, as that of any other machine", async () => {
    const ip = (...args: string[]) => execFileSync("ip", args, { stdio: "ignore" });
    ip("addr", "add", "198.51.100.1/24", "dev", THERE);
    ip("neigh", "add", "198.51.100.7", "lladdr", "02:00:00:00:00:07", "dev", THERE);
    const payload = Buffer.from(Array.from({ length: 4_000 }, (_, i) => i & 255));
    const sender = createSocket("udp4");
    const { heard, frames } = await hearing(2, async (port) => {
      await new Promise<void>((resolve) => sender.bind(0, "198.51.100.1", resolve));
      await new Promise<void>((resolve, reject) =>
        sender.send(payload, port, "198.51.100.7", (error) => (error ? reject(error) : resolve())),
      );
    });
    sender.close();
    expect(heard).toEqual([`198.51.100.1 ${payload.toString("hex")}`]);
    // three pieces at an MTU of 1500: two wait, the third completes
    const sound = { wrongChecksums: 0, zeroChecksums: 0, kernelDropped: 0 };
    expect(frames).toMatchObject({ taken: 1, passedOver: 2, ...sound });
  });

  const wrapped = new URL(
    "../../../../../packages/models/src/telemetry/fixtures/wrapped/fragments.json",
    import.meta.url,
  );
  const { vectors } = JSON.parse(readFileSync(wrapped, "utf8")) as {
    vectors: { about: string; frames: string[] }[];
  };
  it.each(vectors)(
    "$about, as scapy sends them, backwards, and not without one of them",
    async ({ frames }) => {
      const pieces = frames.map((hex) => Buffer.from(hex, "hex")).reverse();
      const waiting = pieces.length - 1;
      const all = await hearing(waiting, () => sendFrames(pieces), 6_000);
      expect(all.heard.length).toBe(1);
      expect(all.frames).toMatchObject({ taken: 1, passedOver: waiting });
      expect((await hearing(waiting, () => sendFrames(pieces.slice(1)), 6_000)).heard).toEqual([]);
    },
  );
});
