import { afterEach, describe, expect, it } from "vitest";
import { createUdpSender, type UdpSender } from "../../../testing/udpSender.ts";
import { openRecvmmsg } from "./recvmmsg.ts";
import type { OnDatagram } from "./source.ts";
import { sharedSocketOf } from "./steering.ts";

const BUFFER_BYTES = 2 * 1024 * 1024;
const SEQUENCE_AT = 0;
const keyOf = (address: string): number => address.split(".").reduce((n, byte) => n * 256 + Number(byte), 0);

/**
 * A source that is polled by hand: nothing runs beside it, so that every drop of the kernel is forced and
 * counted exactly.
 */
function openPolled(maxDatagramBytes = 2_048, take?: OnDatagram, onOverwrite?: () => void) {
  const sequences = new Map<string, number[]>();
  const lengths: number[] = [];
  const bytes: number[] = [];
  let nowMs = 0;
  const source = openRecvmmsg(
    { host: "127.0.0.1", ports: [0], receiveBufferBytes: BUFFER_BYTES, maxDatagramBytes, interface: null },
    (b, at, length, sender) => {
      take?.(b, at, length, sender);
      lengths.push(length);
      bytes.push(b[at + length - 1]);
      const sequence = new DataView(b.buffer, b.byteOffset + at).getUint32(SEQUENCE_AT, false);
      const known = sequences.get(sender.address);
      if (known) known.push(sequence);
      else sequences.set(sender.address, [sequence]);
    },
    undefined,
    onOverwrite,
  );
  if (source.kind !== "recvmmsg") throw new Error("not the native source");
  const owned: Record<string, number> = {};
  const poll = (): number => source.poll(0, () => nowMs);
  return {
    source,
    sequences,
    lengths,
    bytes,
    owned,
    poll,
    drain(): void {
      for (let empty = 0; empty < 3; ) empty = poll() === 0 ? empty + 1 : 0;
    },
    /** Ends a period: who was hot in it gets a socket of its own. */
    review(): void {
      nowMs += 1_000;
      poll();
    },
    counters: () =>
      source.counters((address, datagrams) => {
        owned[address] = (owned[address] ?? 0) + datagrams;
      }),
  };
}

let polled: ReturnType<typeof openPolled>;
let senders: UdpSender[] = [];
afterEach(() => {
  for (const sender of senders) sender.close();
  senders = [];
  polled.source.close();
});
const from = (address: string, length = 130): UdpSender => {
  const datagrams = [new Uint8Array(length).fill(7)];
  const sender = createUdpSender({
    from: address,
    port: polled.source.ports[0].port,
    datagrams,
    sequenceAt: SEQUENCE_AT,
  });
  senders.push(sender);
  return sender;
};

/** Two exporters that share a socket, and one that does not. */
const HOT = "127.0.3.1";
const others = Array.from({ length: 64 }, (_, i) => `127.0.4.${i + 1}`);
const CLOSE = others.find((a) => sharedSocketOf(keyOf(a)) === sharedSocketOf(keyOf(HOT))) ?? "";
const APART = others.find((a) => sharedSocketOf(keyOf(a)) !== sharedSocketOf(keyOf(HOT))) ?? "";

// the subject is the kernel interface of Linux
describe.runIf(process.platform === "linux")("batch receive", () => {
  it("what was sent has arrived or was dropped by the kernel, exactly", () => {
    polled = openPolled();
    const hot = from(HOT);
    hot.send(50_000);
    polled.drain();
    const counters = polled.counters();
    expect(counters.kernelDropsKnown).toBe(true);
    expect(counters.kernelDropped).toBeGreaterThan(0);
    expect(counters.received + counters.kernelDropped).toBe(hot.sent);
    expect(counters.received).toBe(polled.lengths.length);
  });

  it("what was handed over stays as it was until the source says that it is overwritten, long datagrams too", () => {
    const waiting: { b: Uint8Array; at: number; length: number }[] = [];
    const seen: number[][] = [];
    polled = openPolled(
      4_096,
      (b, at, length) => waiting.push({ b, at, length }),
      () => {
        for (const { b, at, length } of waiting.splice(0)) {
          const sequence = new DataView(b.buffer, b.byteOffset + at).getUint32(SEQUENCE_AT);
          seen.push([length, sequence, b[at + length - 1]]);
        }
      },
    );
    const lengths = [130, 2_000, 700, 511, 1_500];
    const all = lengths.map((length) => from(HOT, length));
    for (let round = 0; round < 40; round++) for (const sender of all) sender.send(1);
    polled.drain();
    expect(waiting).toEqual([]);
    expect(seen).toHaveLength(200);
    for (const [i, [length, sequence, last]] of seen.entries())
      expect([length, sequence, last]).toEqual([lengths[i % 5], Math.floor(i / 5), 7]);
  });

  it("an exporter that fills its buffer takes nothing from one behind another socket", () => {
    polled = openPolled();
    const [hot, apart] = [from(HOT), from(APART)];
    hot.send(20_000);
    apart.send(1_000);
    polled.drain();
    expect(polled.sequences.get(APART)).toHaveLength(1_000);
    expect(polled.counters().kernelDropped).toBe(21_000 - polled.lengths.length);
  });

  it("a hot exporter is moved to a socket of its own: at 20 times the rate, its neighbour loses nothing", () => {
    polled = openPolled();
    const [hot, calm] = [from(HOT), from(CLOSE)];
    hot.send(4_000);
    polled.drain();
    polled.review();
    hot.send(20_000);
    calm.send(1_000);
    polled.drain();
    expect(polled.sequences.get(CLOSE)).toHaveLength(1_000);
    const { kernelDropped } = polled.counters();
    expect(kernelDropped).toBeGreaterThan(0);
    expect(kernelDropped).toBe(25_000 - polled.lengths.length);
    // whose drops they were is known, too
    expect(polled.owned).toEqual({ [HOT]: kernelDropped });
  });

  it("keeps the order of an exporter while it moves to another socket", () => {
    polled = openPolled();
    const hot = from(HOT);
    hot.send(4_000);
    // most of it still waits in the shared socket when the exporter is moved
    for (let taken = 0; taken < 2_600; ) taken += polled.poll();
    polled.review();
    hot.send(4_000);
    polled.drain();
    const sequences = polled.sequences.get(HOT) ?? [];
    expect(sequences).toEqual(Array.from({ length: 8_000 }, (_, i) => i));
  });

  it.each([
    [1, 1],
    [511, 511],
    [512, 512],
    [513, 513],
    [2_048, 2_048],
    [2_049, 2_048],
    [9_000, 2_048],
  ])("a datagram of %i bytes is handed over whole, up to the largest that is read", (sent, got) => {
    polled = openPolled();
    const datagrams = [new Uint8Array(sent).fill(7)];
    const sender = createUdpSender({
      from: HOT,
      port: polled.source.ports[0].port,
      datagrams,
      sequenceAt: null,
    });
    senders.push(sender);
    sender.send(3);
    polled.drain();
    expect(polled.lengths).toEqual([got, got, got]);
    expect(polled.bytes).toEqual([7, 7, 7]);
  });

  it("a port that another socket shares is refused all the same", () => {
    polled = openPolled();
    const config = {
      host: "127.0.0.1",
      receiveBufferBytes: BUFFER_BYTES,
      maxDatagramBytes: 2_048,
      interface: null,
    };
    const ports = [polled.source.ports[0].port];
    expect(() => openRecvmmsg({ ...config, ports }, () => {})).toThrow("cannot bind UDP");
  });
});
