import { createWriteStream, type WriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";

export type CaptureFile = {
  /** Resolves when the file takes more. */
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
};

/** Where the bytes of captures stand: one file each, named by its id. */
export function createCaptureFiles(dir: string) {
  const path = (id: string): string => join(dir, `${id}.capture`);
  const drained = (stream: WriteStream): Promise<void> =>
    new Promise((resolve, reject) => {
      const settle = (done: () => void) => () => {
        stream.removeAllListeners("drain").removeListener("error", onError);
        done();
      };
      const onError = (error: Error): void => settle(() => reject(error))();
      stream.once("drain", settle(resolve)).once("error", onError);
    });
  return {
    path,
    /** A new file, open for writing. Throws when there is one already. */
    async create(id: string): Promise<CaptureFile> {
      await mkdir(dir, { recursive: true });
      const stream = createWriteStream(path(id), { flags: "wx", mode: 0o600 });
      // an error is told by the next write or by close
      stream.on("error", () => {});
      return {
        async write(bytes) {
          if (stream.errored) throw stream.errored;
          if (!stream.write(bytes)) await drained(stream);
        },
        async close() {
          stream.end();
          await finished(stream);
        },
      };
    },
    remove: (id: string): Promise<void> => rm(path(id), { force: true }),
  };
}
export type CaptureFiles = ReturnType<typeof createCaptureFiles>;
