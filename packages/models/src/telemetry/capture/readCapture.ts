import { ByteQueue } from "./byteQueue.ts";
import { type CaptureItem, problem } from "./item.ts";
import { pcapMagic, readPcap } from "./pcap.ts";
import { readPcapng, SECTION_HEADER } from "./pcapng.ts";

/**
 * Reads a pcap or pcapng file that comes in chunks of any size. Packets come in file order; a file that is
 * cut keeps what was read and ends with a warning, damage ends it with an error. Never throws on content.
 */
export async function* readCapture(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<CaptureItem> {
  const queue = new ByteQueue(chunks);
  if (!(await queue.fill(4))) {
    yield problem(
      "error",
      "capture-empty",
      "the file is too short for a capture: it must begin with a pcap or pcapng header",
    );
    return;
  }
  const first = queue.peek(4);
  const magic = ((first[0] << 24) | (first[1] << 16) | (first[2] << 8) | first[3]) >>> 0;
  if (magic === SECTION_HEADER) {
    yield* readPcapng(queue);
    return;
  }
  const pcap = pcapMagic(magic);
  if (pcap === null) {
    yield problem(
      "error",
      "capture-format",
      "not a pcap or pcapng file (unpack it first if it is compressed)",
    );
    return;
  }
  yield* readPcap(queue, pcap.little, pcap.nanoseconds);
}
