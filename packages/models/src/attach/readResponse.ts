import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { Entity, WireError } from "../p4runtime/index.ts";

const ENTITIES = 1;

/**
 * The entities of a ReadResponse, one after the other: some switches send everything as one message,
 * and a million entities at once would need gigabytes. Throws `WireError`.
 */
export function* entitiesIn(message: Uint8Array): Generator<Entity> {
  const reader = new BinaryReader(message);
  while (reader.pos < message.length) {
    const [field, type] = tagOf(reader);
    if (field !== ENTITIES || type !== WireType.LengthDelimited) reader.skip(type, field);
    else yield Entity.decode(bytesOf(reader));
  }
}

function tagOf(reader: BinaryReader): [field: number, type: WireType] {
  try {
    return reader.tag();
  } catch (error) {
    throw new WireError(`not a ReadResponse: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function bytesOf(reader: BinaryReader): Uint8Array {
  try {
    return reader.bytes();
  } catch (error) {
    throw new WireError(
      `a ReadResponse ends early: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
