import { TRPCError } from "@trpc/server";
import { type DomainError, trpcCodeOf } from "../errors.ts";

const isStream = (data: unknown): data is AsyncIterable<unknown> =>
  typeof data === "object" && data !== null && Symbol.asyncIterator in data;

/**
 * Passes a stream on until `watch` says that its reader may no longer have it; the stream then ends with that
 * reason. What is not a stream is returned as it is.
 */
export function whileAllowed(
  data: unknown,
  watch: (end: (reason: DomainError) => void) => () => void,
): unknown {
  return isStream(data) ? guarded(data, watch) : data;
}

async function* guarded(
  stream: AsyncIterable<unknown>,
  watch: (end: (reason: DomainError) => void) => () => void,
): AsyncGenerator<unknown> {
  const source = stream[Symbol.asyncIterator]();
  let refuse: (error: TRPCError) => void = () => {};
  const refused = new Promise<never>((_, reject) => {
    refuse = reject;
  });
  // nobody waits for it between two frames
  refused.catch(() => {});
  const stop = watch((reason) =>
    refuse(new TRPCError({ code: trpcCodeOf[reason.code], message: reason.message, cause: reason })),
  );
  try {
    for (;;) {
      const next = await Promise.race([source.next(), refused]);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    stop();
    // the source may be waiting for its next frame: it ends when that comes, nobody waits for it
    void source.return?.()?.catch(() => {});
  }
}
