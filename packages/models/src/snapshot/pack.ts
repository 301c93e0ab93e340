import { z } from "zod";
import { type Entity, entitySchema, keyOf } from "./entity.ts";
import { TextArena } from "./textArena.ts";

/**
 * Snapshots share what is equal. Entities are sorted by key and cut into leaves where the hash of a key says so, so an
 * entity that comes or goes changes its own leaf and no other; names of leaves are cut into nodes in the same way.
 * Every piece is named by the hash of its content and stored once.
 */
type Chunk = { hash: string; text: string };

/** Mean entities of a leaf, and leaves of a node, and the most of either (our choice, measured in pack.test.ts). */
const MEAN = 32;
const MOST = 4 * MEAN;

const hashSchema = z.string().min(1).max(100);

/** The root: what runs, without what is stored below. Equal roots are equal snapshots. */
export const snapshotSchema = z.object({
  version: z.literal(1),
  pipeline: z.object({
    /** `chunks` of the P4Info and the device config as they came, null where the switch told none */
    p4Info: hashSchema.nullable(),
    config: hashSchema.nullable(),
    /** decimal, 64 bits; null when unset */
    cookie: z.string().nullable(),
  }),
  /** what it was bound to at that moment: program, profile, cloud, thresholds, each by its version */
  bound: z.record(z.string(), z.string()),
  entities: z.int().nonnegative(),
  nodes: z.array(hashSchema),
});
export type Snapshot = z.infer<typeof snapshotSchema>;

type About = Pick<Snapshot, "pipeline" | "bound">;
type Hash = (text: string) => string;

type Packed = { root: Chunk; snapshot: Snapshot };

/** Takes entities one by one, in any order; of two with one key the later one holds. Keeps a line of text for each. */
export class SnapshotPacker {
  /** numbers of the lines */
  private readonly numbers = new Map<string, number>();
  private readonly lines = new TextArena();
  private readonly inTables = new Map<string, number>();

  /** `key` is `keyOf(entity)`, where who calls has it already. */
  add(entity: Entity, key = keyOf(entity)): void {
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.numbers.size;
      this.numbers.set(key, number);
      if (entity.kind === "entry" && !entity.isDefault)
        this.inTables.set(entity.table, this.entriesOf(entity.table) + 1);
    }
    this.lines.set(number, canonical(entity));
  }

  /** Which of the entities has this key, counted in the order in which they came first; -1: none. */
  numberOf(key: string): number {
    return this.numbers.get(key) ?? -1;
  }

  /** Keys in the order in which they came first. */
  keys(): Iterable<string> {
    return this.numbers.keys();
  }

  /** Entries of a table, without its default action. */
  entriesOf(table: string): number {
    return this.inTables.get(table) ?? 0;
  }

  get size(): number {
    return this.numbers.size;
  }

  /**
   * The snapshot. `hash` names content (SHA-256). `take` gets all that it needs but for the pipeline's, piece by piece,
   * the root at last; many of them may be stored already.
   */
  pack(about: About, hash: Hash, take: (chunk: Chunk) => void): Packed {
    const keys = [...this.numbers.keys()].sort();
    const chunkOf = (text: string): Chunk => {
      const chunk = { hash: hash(text), text };
      take(chunk);
      return chunk;
    };
    const lineOf = (key: string): string => this.lines.get(this.numberOf(key));
    const leaves = Array.from(cut(keys), (part) => chunkOf(part.map(lineOf).join("\n")).hash);
    const nodes = Array.from(cut(leaves), (part) => chunkOf(part.join("\n")).hash);
    const snapshot: Snapshot = { version: 1, ...about, entities: keys.length, nodes };
    return { root: chunkOf(canonical(snapshot)), snapshot };
  }
}

/** Names of the leaves that its nodes hold. */
export const leavesOf = (nodeText: string): string[] => nodeText.split("\n");

/** The entities of a leaf. Throws when the text is not one: what is stored was damaged. */
export const entitiesOf = (leafText: string): Entity[] =>
  leafText.split("\n").map((line) => entitySchema.parse(JSON.parse(line)));

function* cut(names: readonly string[]): Generator<string[]> {
  let part: string[] = [];
  for (const name of names) {
    part.push(name);
    if (part.length < MOST && fnv1a(name) % MEAN !== 0) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/** FNV-1a, 32 bits, with its bits mixed: where a list is cut depends on nothing but the name. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** JSON with the keys of every object in order: one content, one text. Not by a replacer, which takes twice as long. */
const canonical = (value: unknown): string => JSON.stringify(ordered(value));

function ordered(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(ordered);
  const found: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) found[key] = ordered(value[key as keyof typeof value]);
  return found;
}
