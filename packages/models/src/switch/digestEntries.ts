import type { DigestEntry, DigestListAck, Draft, Entity, P4Data, Update } from "../p4runtime/index.ts";
import { P4Data as P4DataType } from "../p4runtime/index.ts";
import { exists, invalid, notFound } from "./errors.ts";
import type { Pipeline } from "./pipeline.ts";
import { idOf } from "./preambles.ts";

type Config = { maxTimeoutNs: bigint; maxListSize: number; ackTimeoutNs: bigint };
/** by the bytes of each, in the order they came */
type Waiting = Map<string, Draft<P4Data>>;
type Sending = { listId: bigint; keys: string[]; sentUs: number };
type Digest = { config: Config; waiting: Waiting; sinceUs: number; sent: Sending[]; nextList: bigint };

/** A list that goes to the primary. */
export type DigestMessage = { digestId: number; listId: bigint; data: Draft<P4Data>[] };

/** Our choice: messages that wait at most when a controller asks for lists without end. */
const MOST_WAITING = 4096;

/** Digests that a controller asked for: lists of distinct messages, not repeated until they are acknowledged. */
export class DigestEntries {
  private readonly pipeline: Pipeline;
  private readonly digests = new Map<number, Digest>();

  constructor(pipeline: Pipeline) {
    this.pipeline = pipeline;
  }

  private idOfName(name: string): number {
    return idOf(this.pipeline.info.digests.find(({ preamble }) => preamble?.name === name)?.preamble ?? null);
  }

  private check(digestId: number, refused: (message: string) => Error): void {
    if (!this.pipeline.info.digests.some(({ preamble }) => idOf(preamble) === digestId))
      throw refused(`there is no digest with the id ${digestId}`);
  }

  write(type: Update["type"], { digestId, config }: DigestEntry): void {
    this.check(digestId, notFound);
    const known = this.digests.get(digestId);
    if (type === "INSERT" && known) throw exists("the digest is configured already");
    if (type !== "INSERT" && !known) throw notFound("the digest is not configured");
    if (type === "DELETE") {
      this.digests.delete(digestId);
      return;
    }
    if (!config) throw invalid("a digest needs a config");
    if (config.maxTimeoutNs < 0n || config.maxListSize < 0 || config.ackTimeoutNs < 0n)
      throw invalid("times and sizes of a digest cannot be negative");
    if (known) known.config = config;
    else this.digests.set(digestId, { config, waiting: new Map(), sinceUs: 0, sent: [], nextList: 1n });
  }

  *read({ digestId }: DigestEntry): Generator<Draft<Entity>> {
    for (const [id, { config }] of this.digests)
      if (digestId === 0 || digestId === id)
        yield { entity: { kind: "digestEntry", value: { digestId: id, config } } };
  }

  /** Takes a value that the program sent as the digest `name`, unless it waits or is not acknowledged yet. */
  take(name: string, data: Draft<P4Data>, nowUs: number): void {
    const digest = this.digests.get(this.idOfName(name));
    if (!digest) return;
    const key = P4DataType.encode(data).join();
    const { waiting, sent } = digest;
    if (waiting.size >= MOST_WAITING || waiting.has(key)) return;
    if (sent.some(({ keys }) => keys.includes(key))) return;
    if (waiting.size === 0) digest.sinceUs = nowUs;
    waiting.set(key, data);
  }

  /** Lists that are full or have waited long enough. */
  *due(nowUs: number): Generator<DigestMessage> {
    for (const [digestId, digest] of this.digests) {
      const { config, waiting, sent } = digest;
      const open = ({ sentUs }: Sending) => nowUs - sentUs < Number(config.ackTimeoutNs) / 1000;
      digest.sent = sent.filter(open);
      const size = config.maxListSize || MOST_WAITING;
      const isLate = waiting.size > 0 && nowUs - digest.sinceUs >= Number(config.maxTimeoutNs) / 1000;
      while (waiting.size >= size || (isLate && waiting.size > 0)) {
        const list = [...waiting.keys()].slice(0, size).map((key) => ({ key, data: waiting.get(key)! }));
        for (const { key } of list) waiting.delete(key);
        const listId = digest.nextList++;
        digest.sent.push({ listId, keys: list.map(({ key }) => key), sentUs: nowUs });
        yield { digestId, listId, data: list.map(({ data }) => data) };
      }
    }
  }

  /** Late acknowledgements, and those of a digest that is no longer configured, are no error. */
  acknowledge({ digestId, listId }: DigestListAck): void {
    this.check(digestId, invalid);
    const digest = this.digests.get(digestId);
    if (digest) digest.sent = digest.sent.filter((each) => each.listId !== listId);
  }
}
