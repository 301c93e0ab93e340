"use client";
import { Alert, Button, FileDrop, Panel, Progress } from "@p4twin/ui";
import { formatBytes, formatCount } from "@p4twin/ui/format";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "@/lib/trpc.ts";
import { defaultDraft, ReadSettings, toSettings } from "./ReadSettings.tsx";
import { type Upload, useUpload } from "./useUpload.ts";

/** After this long the pace is known well enough to say how long the rest takes. */
const PACE_MS = 2_000;

function remainingMs({ sentBytes, totalBytes, startedMs }: Upload): number | null {
  const elapsedMs = Date.now() - startedMs;
  return elapsedMs < PACE_MS || sentBytes === 0 ? null : (elapsedMs * (totalBytes - sentBytes)) / sentBytes;
}

/** Drop a capture here: it is sent, and read while it arrives. */
export function UploadPanel({ maxFileBytes }: { maxFileBytes: number }) {
  const router = useRouter();
  const [draft, setDraft] = useState(defaultDraft);
  const { upload, start, cancel, dismiss } = useUpload((id) => router.push(`/telemetry/captures/${id}`));
  const settings = toSettings(draft);
  return (
    <Panel title="Upload a capture">
      <div className="flex flex-col gap-3">
        {upload && upload.failure === null ? (
          <UploadProgress upload={upload} onCancel={() => void cancel()} />
        ) : (
          <FileDrop
            what="a capture"
            accept=".pcap,.pcapng,.cap,.gz"
            disabled={settings === null}
            hint={`pcap or pcapng, up to ${formatBytes(maxFileBytes)}; packed by gzip too`}
            onFiles={([file]) => {
              if (file && settings) void start(file, settings);
            }}
          />
        )}
        {upload?.failure ? (
          <Alert
            tone="bad"
            title={`${upload.name} was not taken`}
            action={
              <Button size="sm" onClick={dismiss}>
                Dismiss
              </Button>
            }
          >
            {upload.failure}
          </Alert>
        ) : null}
        <details>
          <summary className="cursor-pointer text-ink-2">How it is read</summary>
          <div className="mt-2">
            <ReadSettings draft={draft} onChange={setDraft} />
          </div>
        </details>
      </div>
    </Panel>
  );
}

function UploadProgress({ upload, onCancel }: { upload: Upload; onCancel: () => void }) {
  const trpc = useTRPC();
  const { id, name, sentBytes, totalBytes } = upload;
  // what the server has read of it so far
  const capture = useQuery(
    trpc.captures.get.queryOptions({ id: id ?? "" }, { enabled: id !== null, refetchInterval: 1_000 }),
  );
  const frames = capture.data?.frames ?? 0;
  const allSent = sentBytes >= totalBytes;
  return (
    <Progress
      label={allSent ? `Reading the rest of ${name}` : `Uploading ${name}`}
      fraction={totalBytes > 0 ? sentBytes / totalBytes : null}
      remainingMs={remainingMs(upload)}
      detail={`${formatBytes(sentBytes)} of ${formatBytes(totalBytes)} sent, ${formatCount(frames)} frames read`}
      onCancel={onCancel}
    />
  );
}
