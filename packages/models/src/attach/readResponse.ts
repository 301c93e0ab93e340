import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { CODE, Entity } from "../p4runtime/index.ts";
import { ReadFailure } from "./channel.ts";

const ENTITIES = 1;

/**
 * The entities of a ReadResponse, one after the other: some switches send everything as one message,
 * and a million entities at once would need gigabytes. What is none fails like a call that is refused: `ReadFailure`.
 */
export function* entitiesIn(message: Uint8Array): Generator<Entity> {
  const reader = new BinaryReader(message);
  while (reader.pos < message.length) {
    const entity = readable(() => nextIn(reader));
    if (entity) yield entity;
  }
}

/** Null: a field of a newer version. */
function nextIn(reader: BinaryReader): Entity | null {
  const [field, type] = reader.tag();
  if (field === ENTITIES && type === WireType.LengthDelimited) return Entity.decode(reader.bytes());
  reader.skip(type, field);
  return null;
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ReadFailure(CODE.dataLoss, `its answer cannot be read (${why})`);
  }
}
