"use client";
import { Button, SegmentedControl, Select } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/lib/trpc.ts";
import { RANGES, type useEventsUrl } from "./eventsUrl.ts";
import { CAUSE_VALUES, CAUSE_WORDS } from "./eventWords.ts";

const ANY = "any";
const CAUSES = CAUSE_VALUES.map((value) => ({ value, label: CAUSE_WORDS[value] }));

/** Filters of the events page; each stands in the URL. The audit is filtered by time and place only. */
export function EventFilters({ url: [url, setUrl] }: { url: ReturnType<typeof useEventsUrl> }) {
  const trpc = useTRPC();
  const deployments = useQuery(trpc.deployments.list.queryOptions()).data ?? [];
  const segments = deployments.find((d) => d.id === url.deployment)?.segments ?? [];
  const filtered =
    url.about !== null ||
    url.severity !== null ||
    url.cause !== null ||
    url.deployment !== null ||
    url.muted !== null;
  const choice = <T extends string>(
    label: string,
    value: T | null,
    options: readonly { value: T; label: string }[],
    set: (value: T | null) => void,
  ) => (
    <Select
      aria-label={label}
      className="w-auto min-w-32"
      value={value ?? ANY}
      onValueChange={(next) => set(options.find((o) => o.value === next)?.value ?? null)}
      options={[{ value: ANY, label: `${label}: any` }, ...options]}
    />
  );
  return (
    <search aria-label="Filter events" className="flex flex-wrap items-center gap-2">
      <SegmentedControl
        aria-label="Time range"
        value={url.range}
        onValueChange={(range) => void setUrl({ range })}
        options={RANGES.map(({ value, label }) => ({ value, label }))}
      />
      {choice(
        "Deployment",
        url.deployment,
        deployments.map((d) => ({ value: d.id, label: d.name })),
        (deployment) => void setUrl({ deployment, segment: null }),
      )}
      {segments.length > 0
        ? choice(
            "Segment",
            url.segment,
            segments.map((s) => ({ value: s.id, label: s.name })),
            (segment) => void setUrl({ segment }),
          )
        : null}
      {url.view === "events" ? (
        <>
          <SegmentedControl
            aria-label="Which events"
            value={url.state}
            onValueChange={(state) => void setUrl({ state })}
            options={[
              { value: "all", label: "All" },
              { value: "open", label: "Open" },
              { value: "closed", label: "Closed" },
            ]}
          />
          {choice(
            "Severity",
            url.severity,
            [
              { value: "critical", label: "critical" },
              { value: "warning", label: "warning" },
            ],
            (severity) => void setUrl({ severity }),
          )}
          {choice(
            "About",
            url.about,
            [
              { value: "segments", label: "segments" },
              { value: "switches", label: "switches" },
            ],
            (about) => void setUrl({ about, cause: null }),
          )}
          {choice("Cause", url.cause, CAUSES, (cause) => void setUrl({ cause }))}
          {choice(
            "Muted",
            url.muted === null ? null : url.muted ? "muted" : "heard",
            [
              { value: "muted", label: "muted only" },
              { value: "heard", label: "not muted" },
            ],
            (muted) => void setUrl({ muted: muted === null ? null : muted === "muted" }),
          )}
        </>
      ) : null}
      {filtered ? (
        <Button
          size="sm"
          variant="ghost"
          onClick={() =>
            void setUrl({
              ...{ about: null, severity: null, cause: null, deployment: null, segment: null, muted: null },
            })
          }
        >
          Clear filters
        </Button>
      ) : null}
    </search>
  );
}
