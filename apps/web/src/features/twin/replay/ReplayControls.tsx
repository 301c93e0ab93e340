"use client";
import { Button, Field, NumberInput, Panel, Select } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { TimeRangeFields } from "@/lib/TimeRangeFields.tsx";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { useEngineOptions } from "@/lib/useEngineOptions.ts";
import { type ReplayUrl, readDevices, writeDevices } from "./replayUrl.ts";

type Twin = RouterOutputs["twin"]["get"];
type Segment = Twin["segments"][number]["segment"];
/** A select cannot hold null. */
const AS_BOUND = "as bound";

/** The segment and range, and what is different in the replay. */
export function ReplayControls({
  twin,
  segment,
  replayUrl: [url, setUrl, range],
}: {
  twin: Twin;
  segment: Segment;
  replayUrl: ReplayUrl;
}) {
  const trpc = useTRPC();
  const profiles = useQuery(trpc.devices.list.queryOptions());
  const engines = useEngineOptions("estimates");
  const chosen = readDevices(url.devices);
  const bound = new Map(
    segment.elements.flatMap((e) => (e.kind === "switch" ? [[e.label, e.device] as const] : [])),
  );
  const versions = (profiles.data ?? []).flatMap((d) =>
    d.versions.length > 1
      ? d.versions.map((v) => ({ value: `${d.id}@${v.number}`, label: `${d.id}, version ${v.number}` }))
      : [{ value: d.id, label: d.id }],
  );
  const limit = (key: "pl" | "dl", label: string, boundUs: number) => (
    <Field label={label} className="w-32">
      {(field) => (
        <NumberInput
          {...field}
          unit="µs"
          min={1}
          step={500}
          value={url[key] ?? boundUs}
          onValueChange={(us) => void setUrl({ [key]: us === null || us <= 0 || us === boundUs ? null : us })}
        />
      )}
    </Field>
  );
  const differs = url.devices !== null || url.engine !== null || url.pl !== null || url.dl !== null;
  return (
    <Panel
      title="What is replayed, and with what"
      actions={
        differs ? (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => void setUrl({ devices: null, engine: null, pl: null, dl: null })}
          >
            All as bound
          </Button>
        ) : null
      }
    >
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <Field label="Segment" className="w-56 max-w-full">
          {(field) => (
            <Select
              {...field}
              value={segment.id}
              options={twin.segments.map((s) => ({ value: s.segment.id, label: s.segment.name }))}
              onValueChange={(next) => void setUrl({ segment: next, devices: null, pl: null, dl: null })}
            />
          )}
        </Field>
        <TimeRangeFields range={range} onChange={([from, to]) => void setUrl({ from, to })} />
      </div>
      <div className="mt-3 flex flex-wrap items-end gap-x-4 gap-y-3">
        {[...bound].map(([label, device]) => (
          <Field key={label} label={`Profile of ${label}`} className="w-52 max-w-full">
            {(field) => (
              <Select
                {...field}
                value={chosen[label] ?? AS_BOUND}
                options={[{ value: AS_BOUND, label: `as bound (${device ?? "none"})` }, ...versions]}
                onValueChange={(next) => {
                  const { [label]: _, ...others } = chosen;
                  void setUrl({
                    devices: writeDevices(next === AS_BOUND ? others : { ...others, [label]: next }),
                  });
                }}
              />
            )}
          </Field>
        ))}
        <Field label="Estimator" className="w-44 max-w-full">
          {(field) => (
            <Select
              {...field}
              value={url.engine ?? AS_BOUND}
              options={[{ value: AS_BOUND, label: AS_BOUND }, ...engines]}
              onValueChange={(next) => void setUrl({ engine: next === AS_BOUND ? null : next })}
            />
          )}
        </Field>
        {limit("pl", "PL", segment.plUs)}
        {limit("dl", "DL", segment.dlUs)}
      </div>
    </Panel>
  );
}
