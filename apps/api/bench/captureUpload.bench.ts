import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createScenarioSource,
  encodePcap,
  encodeUdpFrame,
  sendScenarioSchema,
} from "@p4twin/models/telemetry";
import { createCaptureFiles } from "../src/captures/files.ts";
import { receiveCapture } from "../src/captures/receive.ts";

const FILE_BYTES = 1024 ** 3;
/** As a socket hands a body over. */
const CHUNK_BYTES = 64 * 1024;
const FLOWS = 200;
const PCAP_HEADER_BYTES = 24;

/** A capture of `FILE_BYTES`, made while it is read: the same records again and again. */
function* capture(): Generator<Uint8Array> {
  const hop = (nodeId: number) => ({ nodeId, ingressPort: 1, egressPort: 2, latencyUs: 20, nextUs: 3 });
  const flows = Array.from({ length: FLOWS }, (_, i) => ({
    ...{ src: `10.0.${i}.1`, dst: "10.1.0.1", srcPort: 43_000, dstPort: 45_000, weight: 1 },
    hops: [hop(1), hop(2), hop(3)],
  }));
  const source = createScenarioSource(sendScenarioSchema.parse({ flows }));
  const buffer = new Uint8Array(2048);
  const to = { src: "10.9.0.1", dst: "10.9.0.2", srcPort: 1, dstPort: 32_766 };
  const file = encodePcap(
    Array.from({ length: 20_000 }, (_, i) => ({
      timeNs: 1_700_000_000_000_000_000n + BigInt(i) * 1000n,
      data: encodeUdpFrame(buffer.slice(0, source.next(buffer, 0)), to),
    })),
  );
  yield file.subarray(0, PCAP_HEADER_BYTES);
  const records = file.subarray(PCAP_HEADER_BYTES);
  for (let sent = 0; sent < FILE_BYTES; sent += records.length)
    for (let at = 0; at < records.length; at += CHUNK_BYTES) yield records.subarray(at, at + CHUNK_BYTES);
}

async function* body(): AsyncGenerator<Uint8Array> {
  yield* capture();
}

/** A capture of 1 GiB as it is uploaded: to disk and read in a thread at once, beside the disk alone. */
export default async function bench() {
  const dir = await mkdtemp(join(tmpdir(), "p4twin-bench-"));
  const files = createCaptureFiles(dir);
  const signal = new AbortController().signal;
  let peakBytes = 0;
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage().rss);
  }, 50);
  try {
    const diskStart = performance.now();
    const alone = await files.create("alone");
    for await (const chunk of body()) await alone.write(chunk);
    await alone.close();
    const diskS = (performance.now() - diskStart) / 1000;
    await files.remove("alone");

    globalThis.gc?.();
    const beforeBytes = process.memoryUsage().rss;
    peakBytes = 0;
    const start = performance.now();
    const { frames, decoded } = await receiveCapture(
      body(),
      { id: "read", settings: { ports: [32_766], dialect: "auto" }, maxBytes: 2 * FILE_BYTES },
      { files, store: { move: async () => true }, signal, checkRoom: () => {} },
    );
    const seconds = (performance.now() - start) / 1000;
    const mib = FILE_BYTES / 1024 ** 2;
    return {
      name: "capture of 1 GiB, uploaded and read while it arrives",
      rows: [
        { what: "to disk only", "MiB/s": Math.round(mib / diskS) },
        {
          what: "to disk and read",
          "MiB/s": Math.round(mib / seconds),
          "frames/s": Math.round(frames / seconds),
          "share of disk only": Number((diskS / seconds).toFixed(3)),
          "reports read": decoded,
          "memory grew by MiB": Math.round((peakBytes - beforeBytes) / 1024 ** 2),
        },
      ],
    };
  } finally {
    clearInterval(watch);
    await rm(dir, { recursive: true });
  }
}
