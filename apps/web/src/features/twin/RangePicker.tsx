"use client";
import { Button, Field, Input, Popover, SegmentedControl } from "@p4twin/ui";
import { formatDateTime } from "@p4twin/ui/format";
import { CalendarRange, Pause, Play } from "lucide-react";
import { useState } from "react";
import { absoluteRange, SPANS, type useTwinUrl } from "./rangeUrl.ts";

type Url = ReturnType<typeof useTwinUrl>;

const toLocal = (seconds: number): string => {
  const at = new Date(seconds * 1000 - new Date().getTimezoneOffset() * 60_000);
  return at.toISOString().slice(0, 19);
};

/** Range that follows the clock, pause, or an absolute range; all of it in the URL. */
export function RangePicker({ url: [state, setState] }: { url: Url }) {
  const range = absoluteRange(state);
  const now = Math.floor(Date.now() / 1000);
  const follow = (span: number) => void setState({ span, from: null, to: null });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SegmentedControl
        aria-label="Time range"
        size="sm"
        value={range ? "custom" : String(state.span)}
        onValueChange={(value) => value !== "custom" && follow(Number(value))}
        options={[
          ...SPANS.map((s) => ({ value: String(s.seconds), label: s.label })),
          ...(range ? [{ value: "custom", label: "custom" }] : []),
        ]}
      />
      <Popover
        label="Choose times"
        trigger={
          <Button size="sm" variant="ghost">
            <CalendarRange aria-hidden />
            {range
              ? `${formatDateTime(range[0] * 1000)} – ${formatDateTime(range[1] * 1000)}`
              : "Choose times"}
          </Button>
        }
      >
        <CustomRange
          initial={range ?? [now - state.span, now]}
          onApply={([from, to]) => void setState({ from, to })}
        />
      </Popover>
      {range ? (
        <Button size="sm" onClick={() => follow(state.span)}>
          <Play aria-hidden /> Go live
        </Button>
      ) : (
        <Button size="sm" variant="ghost" onClick={() => void setState({ from: now - state.span, to: now })}>
          <Pause aria-hidden /> Pause
        </Button>
      )}
    </div>
  );
}

function CustomRange({
  initial,
  onApply,
}: {
  initial: [number, number];
  onApply: (range: [number, number]) => void;
}) {
  const [from, setFrom] = useState(toLocal(initial[0]));
  const [to, setTo] = useState(toLocal(initial[1]));
  const seconds = (text: string) => Math.floor(new Date(text).getTime() / 1000);
  const wrong = !(seconds(from) < seconds(to));
  return (
    <form
      className="flex w-64 flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!wrong) onApply([seconds(from), seconds(to)]);
      }}
    >
      <Field label="From">
        {(control) => (
          <Input
            type="datetime-local"
            step={1}
            value={from}
            onChange={(e) => setFrom(e.target.value)}
            {...control}
          />
        )}
      </Field>
      <Field label="To" error={wrong ? "The range must end after it begins." : undefined}>
        {(control) => (
          <Input
            type="datetime-local"
            step={1}
            value={to}
            onChange={(e) => setTo(e.target.value)}
            {...control}
          />
        )}
      </Field>
      <Button type="submit" size="sm" variant="primary" disabled={wrong}>
        Show range
      </Button>
    </form>
  );
}
