"use client";
import { Field, Input } from "@p4twin/ui";

const toLocal = (seconds: number): string =>
  new Date(seconds * 1000 - new Date(seconds * 1000).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);

/** A stored range as two times, epoch seconds; what is no time is not taken. */
export function TimeRangeFields({
  range: [from, to],
  onChange,
}: {
  range: readonly [number, number];
  onChange: (range: [number, number]) => void;
}) {
  const input = (label: string, value: number, next: (seconds: number) => [number, number]) => (
    <Field
      label={label}
      className="w-56 max-w-full"
      error={from < to ? undefined : "Must end after it begins."}
    >
      {(control) => (
        <Input
          {...control}
          type="datetime-local"
          step={1}
          value={toLocal(value)}
          onChange={(event) => {
            const seconds = Math.floor(new Date(event.target.value).getTime() / 1000);
            if (Number.isFinite(seconds)) onChange(next(seconds));
          }}
        />
      )}
    </Field>
  );
  return (
    <>
      {input("From", from, (seconds) => [seconds, to])}
      {input("To", to, (seconds) => [from, seconds])}
    </>
  );
}
