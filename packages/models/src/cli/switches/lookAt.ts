import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { describeFailure, ReadFailure } from "../../attach/index.ts";
import { P4Info } from "../../p4runtime/index.ts";
import { type ChannelTarget, openReadChannel } from "./grpcChannel.ts";
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
      /** the pipeline was read, not only its cookie */
      isPipelineRead: boolean;
      tables: { name: string; size: number | null; entries: number; counted: boolean }[];
      entities: number;
      notes: string[];
      /** INT node ids that its entries give to reports */
      intNodeIds: number[];
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

/** A pipeline as an earlier look stored it: its cookie, its P4Info (base64) and the names of its pieces. */
export type StoredPipeline = {
  cookie: string;
  p4Info: string;
  pieces: { p4Info: string; config: string | null };
  config: Extract<SwitchSeen, { kind: "read" }>["config"];
};

type LookTarget = ChannelTarget & { deviceId: string };

/** The cookie of a switch's pipeline (decimal), the cheapest sign of a change; null: none is set. */
export async function cookieOfSwitch(
  target: LookTarget,
): Promise<{ kind: "failed" } | { kind: "read"; cookie: string | null }> {
  const channel = openReadChannel(target);
  try {
    const cookie = await channel.cookie(BigInt(target.deviceId));
    return { kind: "read", cookie: cookie?.toString() ?? null };
  } catch (error) {
    if (!(error instanceof ReadFailure)) throw error;
    return { kind: "failed" };
  } finally {
    channel.close();
  }
}

/** Looks at a switch once. Never rejects for what the switch does. `bound`: what it was bound to meanwhile. */
export async function lookAtSwitch(
  target: LookTarget & { bound: Record<string, string>; stored?: StoredPipeline | null },
): Promise<SwitchSeen> {
  const startMs = performance.now();
  try {
    const stored = target.stored ?? null;
    const known = stored && {
      cookie: BigInt(stored.cookie),
      info: P4Info.decode(Buffer.from(stored.p4Info, "base64")),
    };
    const { look, packer, counts, intNodeIds } = await readNow(target, BigInt(target.deviceId), known);
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
    const pieces =
      config === null && stored
        ? stored.pieces
        : {
            p4Info: keep(Buffer.from(P4Info.encode(info)).toString("base64")),
            config:
              config?.kind === "bmv2" ? keep(config.json) : config?.kind === "p4" ? keep(config.text) : null,
          };
    const pipeline = { ...pieces, cookie };
    const { root, snapshot } = packer.pack({ pipeline, bound: target.bound }, hash, store);
    return {
      ...{ kind: "read", unread, apiVersion, cookie, notes, intNodeIds },
      config: config?.kind ?? stored?.config ?? "none",
      isPipelineRead: config !== null,
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
