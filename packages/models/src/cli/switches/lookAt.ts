import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { describeFailure, ReadFailure } from "../../attach/index.ts";
import { P4Info } from "../../p4runtime/index.ts";
import type { ChannelTarget } from "./grpcChannel.ts";
import { readNow } from "./readNow.ts";

/** A look as plain data, for a process that hands it to another one. Texts are deflated. */
export type SwitchSeen =
  | { kind: "failed"; state: "unreachable" | "refused"; message: string }
  | { kind: "empty"; apiVersion: string | null; notes: string[] }
  | {
      kind: "read";
      /** parts that could not be read; when there are any, what was read is not the whole */
      unread: { what: string; why: string }[];
      apiVersion: string | null;
      cookie: string | null;
      config: "bmv2" | "p4" | "opaque" | "none";
      tables: { name: string; size: number | null; entries: number; counted: boolean }[];
      entities: number;
      notes: string[];
      readMs: number;
      root: string;
      /** everything that the snapshot is made of, the root among it */
      chunks: { hash: string; body: Uint8Array }[];
      /** JSON: key of an entity -> packets, bytes; null when nothing is counted */
      counts: Uint8Array | null;
    };

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
/** Copied: what zlib gives is the beginning of a buffer of 16 kB, which would stay with it. */
const deflated = (text: string): Uint8Array => new Uint8Array(deflateRawSync(text));

/** Looks at a switch once. Never rejects for what the switch does. `bound`: what it was bound to meanwhile. */
export async function lookAtSwitch(
  target: ChannelTarget & { deviceId: string; bound: Record<string, string> },
): Promise<SwitchSeen> {
  const startMs = performance.now();
  try {
    const { look, packer, counts } = await readNow(target, BigInt(target.deviceId));
    if (look.state === "empty") return { kind: "empty", apiVersion: look.apiVersion, notes: look.notes };
    const { apiVersion, cookie, info, config, unread, notes } = look;
    // deflated as they come: a million entries are hundreds of MB of text
    const chunks: { hash: string; body: Uint8Array }[] = [];
    const store = (chunk: { hash: string; text: string }): void => {
      chunks.push({ hash: chunk.hash, body: deflated(chunk.text) });
    };
    const keep = (text: string): string => {
      const name = hash(text);
      store({ hash: name, text });
      return name;
    };
    const pipeline = {
      p4Info: keep(Buffer.from(P4Info.encode(info)).toString("base64")),
      config: config.kind === "bmv2" ? keep(config.json) : config.kind === "p4" ? keep(config.text) : null,
      cookie,
    };
    const { root, snapshot } = packer.pack({ pipeline, bound: target.bound }, hash, store);
    return {
      ...{ kind: "read", unread, apiVersion, cookie, config: config.kind, notes },
      tables: look.tables.map(({ name, size, counts: unit }) => ({
        ...{ name, size, counted: unit !== null },
        entries: packer.entriesOf(name),
      })),
      entities: snapshot.entities,
      readMs: Math.round(performance.now() - startMs),
      root: root.hash,
      chunks,
      counts: counts.size === 0 ? null : await counts.deflated(),
    };
  } catch (error) {
    if (!(error instanceof ReadFailure)) throw error;
    return { kind: "failed", ...describeFailure(error, target.address) };
  }
}
