"use client";
import { Button, Field, SegmentedControl, Select } from "@p4twin/ui";
import { CalendarRange, Play, X } from "lucide-react";
import { TimeRangeFields } from "@/lib/TimeRangeFields.tsx";
import {
  absoluteRange,
  type ExploreUrl,
  type Filter,
  groupedBy,
  type SetExploreUrl,
  SPANS,
  writeFilter,
} from "./exploreUrl.ts";
import { DIMENSIONS, dimensionsOf, type Source, VALUE_IDS, VALUES } from "./exploreWords.ts";

export type ExploreControlsProps = {
  url: ExploreUrl;
  setUrl: SetExploreUrl;
  filters: readonly Filter[];
  /** what the value of a filter is called, where the answer says */
  nameOf: (filter: Filter) => string;
};

const SOURCE_LABELS: Readonly<Record<Source, string>> = {
  reports: "Kept reports",
  windows: "Stored windows",
};

/** What is grouped, by what, over which range, and the filters. */
export function ExploreControls({ url, setUrl, filters, nameOf }: ExploreControlsProps) {
  const range = absoluteRange(url);
  const chosen = { group: null, at: null };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <SegmentedControl
          aria-label="What is grouped"
          size="sm"
          value={url.source}
          onValueChange={(source) => void setUrl({ source, ...chosen })}
          options={(["reports", "windows"] as const).map((value) => ({ value, label: SOURCE_LABELS[value] }))}
        />
        <Field label="Group by">
          {(control) => (
            <Select
              {...control}
              className="w-36"
              value={groupedBy(url)}
              onValueChange={(by) => void setUrl({ by, ...chosen })}
              options={dimensionsOf(url.source).map((value) => ({ value, label: DIMENSIONS[value] }))}
            />
          )}
        </Field>
        <Field label="Order and colour by">
          {(control) => (
            <Select
              {...control}
              className="w-40"
              value={url.value}
              onValueChange={(value) => void setUrl({ value })}
              options={VALUE_IDS.map((value) => ({ value, label: VALUES[value] }))}
            />
          )}
        </Field>
        <SegmentedControl
          aria-label="Time range"
          size="sm"
          value={range ? "custom" : String(url.span)}
          onValueChange={(value) =>
            value !== "custom" && void setUrl({ span: Number(value), from: null, to: null, ...chosen })
          }
          options={[
            ...SPANS.map(({ seconds, label }) => ({ value: String(seconds), label })),
            ...(range ? [{ value: "custom", label: "custom" }] : []),
          ]}
        />
        {range ? (
          <Button size="sm" icon={<Play aria-hidden />} onClick={() => void setUrl({ from: null, to: null })}>
            Go live
          </Button>
        ) : (
          <Button
            size="sm"
            variant="ghost"
            icon={<CalendarRange aria-hidden />}
            onClick={() => {
              const to = Math.floor(Date.now() / 1000);
              void setUrl({ from: to - url.span, to });
            }}
          >
            Choose times
          </Button>
        )}
      </div>
      {range ? (
        <div className="flex flex-wrap gap-3">
          <TimeRangeFields range={range} onChange={([from, to]) => void setUrl({ from, to, ...chosen })} />
        </div>
      ) : null}
      {filters.length > 0 ? (
        <ul className="flex flex-wrap gap-2" aria-label="Filters">
          {filters.map((filter) => (
            <li key={writeFilter(filter)}>
              <Button
                size="sm"
                icon={<X aria-hidden />}
                aria-label={`Take away the filter ${DIMENSIONS[filter.by]} ${nameOf(filter)}`}
                onClick={() =>
                  void setUrl({
                    filter: url.filter.filter((text) => text !== writeFilter(filter)),
                    ...chosen,
                  })
                }
              >
                {DIMENSIONS[filter.by]}: {nameOf(filter)}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
