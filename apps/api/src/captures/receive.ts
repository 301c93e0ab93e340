import { DomainError } from "../errors.ts";
import type { CaptureFiles } from "./files.ts";
import { startReading } from "./reader.ts";
import type { CaptureSettings, CaptureSummary } from "./schema.ts";
import type { CaptureStore } from "./store.ts";

const BEAT_MS = 1_000;

export const tooLarge = (maxBytes: number): DomainError =>
  new DomainError(
    "bad_input",
    `The file is larger than ${Math.floor(maxBytes / 1e6)} MB. Cut it (editcap -c 1000000 big.pcap part.pcap), or raise CAPTURE_MAX_MB.`,
  );

type Job = { id: string; settings: CaptureSettings; maxBytes: number };
type Deps = {
  files: Pick<CaptureFiles, "create">;
  store: Pick<CaptureStore, "move">;
  signal: AbortSignal;
  /** Throws when the disk has no more room for captures. */
  checkRoom(): void;
};

/**
 * Takes the bytes of a capture as they come: each chunk goes to the file and to the thread that reads it, and
 * the next is asked for when both have room. Returns what was read. Throws when the sender breaks off, when
 * the capture was cancelled, and when a bound is passed.
 */
export async function receiveCapture(
  body: AsyncIterable<Uint8Array>,
  { id, settings, maxBytes }: Job,
  { files, store, signal, checkRoom }: Deps,
): Promise<CaptureSummary> {
  let bytes = 0;
  let frames = 0;
  const reading = startReading({ settings, path: null }, (n) => {
    frames = n;
  });
  const beat = async (): Promise<void> => {
    const still = await store.move(id, ["receiving"], { state: "receiving", bytes, frames });
    if (!still || signal.aborted) throw new DomainError("conflict", "The upload was cancelled.");
  };
  const file = await files.create(id);
  try {
    let nextBeatMs = 0;
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      checkRoom();
      await Promise.all([file.write(chunk), reading.push(chunk)]);
      if (performance.now() < nextBeatMs) continue;
      nextBeatMs = performance.now() + BEAT_MS;
      await beat();
    }
    reading.end();
    // what is still in flight is read while the row says that all bytes are there
    await Promise.all([file.close(), beat()]);
    const summary = await reading.result;
    await beat();
    return summary;
  } catch (error) {
    reading.cancel();
    await file.close().catch(() => {});
    throw error;
  }
}
