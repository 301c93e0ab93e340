"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type RouterInputs, useTRPC, useTRPCClient } from "@/lib/trpc.ts";
import { sendFile } from "./captureUpload.ts";

export type CaptureSettings = NonNullable<RouterInputs["captures"]["begin"]["settings"]>;
export type Upload = {
  name: string;
  id: string | null;
  sentBytes: number;
  totalBytes: number;
  startedMs: number;
  /** null while it goes on */
  failure: string | null;
};

/** One upload at a time: begins, sends, cancels. `onDone` gets the id of a capture that was read. */
export function useUpload(onDone: (id: string) => void) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const cache = useQueryClient();
  const [upload, setUpload] = useState<Upload | null>(null);
  const abort = useRef<AbortController | null>(null);
  /** a person has ended it: what the server answers then is no failure */
  const ended = useRef(false);
  // whoever leaves the page ends the upload: nobody could see or cancel it
  useEffect(() => () => abort.current?.abort(), []);

  const start = async (file: File, settings: CaptureSettings): Promise<void> => {
    const controller = new AbortController();
    abort.current = controller;
    ended.current = false;
    const first: Upload = {
      name: file.name,
      id: null,
      sentBytes: 0,
      totalBytes: file.size,
      startedMs: Date.now(),
      failure: null,
    };
    const change = (part: Partial<Upload>) => setUpload((now) => ({ ...(now ?? first), ...part }));
    setUpload(first);
    try {
      const { id } = await client.captures.begin.mutate({ name: file.name, bytes: file.size, settings });
      change({ id });
      await sendFile(`/api/v1/captures/${id}/content`, file, {
        signal: controller.signal,
        onSent: (sentBytes) => change({ sentBytes }),
      });
      setUpload(null);
      onDone(id);
    } catch (error) {
      if (controller.signal.aborted || ended.current) setUpload(null);
      else change({ failure: error instanceof Error ? error.message : String(error) });
    } finally {
      await cache.invalidateQueries({ queryKey: trpc.captures.pathKey() });
    }
  };

  return {
    upload,
    start,
    /** The server is told first: what breaks off by itself is a failure, what a person ends is not. */
    async cancel(): Promise<void> {
      ended.current = true;
      const id = upload?.id;
      if (id) await client.captures.cancel.mutate({ id }).catch(() => {});
      abort.current?.abort();
    },
    dismiss: () => setUpload(null),
  };
}
