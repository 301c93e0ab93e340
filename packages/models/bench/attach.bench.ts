import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { deflateRawSync } from "node:zlib";
import { type Entity, SnapshotPacker } from "../src/snapshot/index.ts";
import { round } from "./measure.ts";

const folder = join(import.meta.dirname, "attach");
const COUNTS = [10_000, 100_000, 1_000_000];
/** A history: snapshots of so many entities, one of which differs from each to the next. */
const SNAPSHOTS = { snapshots: 1_000, entities: 10_000 };

/**
 * What it costs to read a switch of ours (or the one at `P4TWIN_ATTACH`, HOST:PORT) and to keep what it held.
 * Reader and switch are processes of their own; `peakMb` is the reader's.
 */
export default async function attach() {
  const rows: Record<string, unknown>[] = [];
  const at = process.env.P4TWIN_ATTACH;
  if (at) rows.push({ of: at, ...look(at) });
  else for (const count of COUNTS) rows.push({ of: `${count} entries`, ...(await lookAtOwn(count)) });
  rows.push(history());
  return { name: "Attach: one look, and a history of snapshots", rows };
}

function look(address: string): Record<string, number> {
  // with the memory that the product gives to a look
  const argv = ["--max-old-space-size=2048", join(folder, "look.ts"), address];
  const { stdout, stderr, status } = spawnSync(process.execPath, argv, {
    encoding: "utf8",
    maxBuffer: 2 ** 24,
  });
  if (status !== 0) throw new Error(`the look failed: ${stderr}`);
  return Object.fromEntries(
    Object.entries(JSON.parse(stdout) as Record<string, number>).map(([name, value]) => [name, round(value)]),
  );
}

async function lookAtOwn(count: number): Promise<Record<string, number>> {
  const target = spawn(
    process.execPath,
    ["--max-old-space-size=6000", join(folder, "serve.ts"), `${count}`],
    {
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  try {
    const [address] = await once(createInterface({ input: target.stdout }), "line");
    return look(String(address));
  } finally {
    target.kill();
  }
}

/** Bytes that a store holds after a thousand snapshots of which each shares all but one entry with the one before. */
function history(): Record<string, unknown> {
  const { snapshots, entities: count } = SNAPSHOTS;
  const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
  const about = { pipeline: { p4Info: null, config: null, cookie: null }, bound: {} };
  const stored = new Set<string>();
  let bytes = 0;
  const packer = new SnapshotPacker();
  for (let n = 0; n < count; n++) packer.add(route(n, n % 48));
  const before = process.cpuUsage();
  for (let at = 0; at < snapshots; at++) {
    packer.add(route((at * 7919) % count, 48 + (at % 48)));
    packer.pack(about, hash, ({ hash: name, text }) => {
      if (stored.has(name)) return;
      stored.add(name);
      bytes += name.length / 2 + deflateRawSync(text).length;
    });
  }
  const { user, system } = process.cpuUsage(before);
  return {
    of: `${snapshots} snapshots of ${count}`,
    entities: count,
    cpuSeconds: round((user + system) / 1e6),
    storedMb: round(bytes / 2 ** 20),
    pieces: stored.size,
  };
}

const route = (n: number, port: number): Entity => ({
  kind: "entry",
  table: "I.route",
  match: { "h.ipv4.dst": { kind: "exact", value: `0x${(0x0a000000 + n).toString(16)}` } },
  ...{ priority: 0, isDefault: false, metadata: "" },
  action: {
    kind: "run",
    run: { name: "I.forward", params: { dst: `0x8000${n.toString(16)}`, port: `0x${port.toString(16)}` } },
  },
});
