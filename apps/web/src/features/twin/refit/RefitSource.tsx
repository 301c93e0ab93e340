"use client";
import { Button, Field, FileDrop, Panel, Select, Switch } from "@p4twin/ui";
import { readFiles } from "@/lib/readFiles.ts";
import { TimeRangeFields } from "@/lib/TimeRangeFields.tsx";
import type { Upload } from "./RefitPage.tsx";
import type { RefitUrlChange } from "./refitUrl.ts";

/** The profile, and the observations that it is fitted to. */
export function RefitSource({
  devices,
  device,
  live,
  range,
  upload,
  setUrl,
  onUpload,
}: {
  devices: readonly string[];
  device: string | null;
  live: boolean;
  range: [number, number];
  upload: Upload | null;
  setUrl: (change: RefitUrlChange) => void;
  onUpload: (upload: Upload | null) => void;
}) {
  const known = device === null || devices.includes(device) ? devices : [...devices, device];
  return (
    <Panel title="Profile and observations">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <Field label="Profile" className="w-56 max-w-full">
          {(control) => (
            <Select
              {...control}
              value={device ?? undefined}
              options={known.map((id) => ({ value: id, label: id }))}
              onValueChange={(next) => setUrl({ device: next })}
            />
          )}
        </Field>
        <Switch label="Live windows" checked={live} onCheckedChange={(next) => setUrl({ live: next })} />
        {live ? <TimeRangeFields range={range} onChange={([from, to]) => setUrl({ from, to })} /> : null}
      </div>
      <div className="mt-3">
        {upload ? (
          <p className="flex flex-wrap items-center gap-2 text-sm">
            <span className="font-medium">{upload.fileName}</span>
            <Button size="sm" variant="ghost" onClick={() => onUpload(null)}>
              Leave it out
            </Button>
          </p>
        ) : (
          <FileDrop
            what="a table of measurements"
            accept=".csv,.tsv,.txt"
            hint="CSV or TSV: parse, modify, copy, remove, add, table, latencyUs; optionally spreadUs, packets, packetBytes"
            onFiles={async (files) => {
              const [file] = await readFiles(files);
              if (file) onUpload({ text: file.text, fileName: file.name });
            }}
          />
        )}
      </div>
    </Panel>
  );
}
