import { Field, NumberInput } from "@p4twin/ui";
import { formatBytes } from "@p4twin/ui/format";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/lib/trpc.ts";

/** How many days windows are kept, by the name of the setting; null while the field is empty. */
export type Retention = Record<(typeof FIELDS)[number]["key"], number | null>;

/** As the API allows. */
const FIELDS = [
  { key: "retentionDays", levelS: 1, label: "1 s windows", maxDays: 3_650 },
  { key: "retention10sDays", levelS: 10, label: "10 s windows", maxDays: 3_650 },
  { key: "retention1minDays", levelS: 60, label: "1 min windows", maxDays: 3_650 },
  { key: "retention1hDays", levelS: 3600, label: "1 h windows", maxDays: 36_500 },
] as const;

type Props = { value: Retention; disabled: boolean; onChange(value: Retention): void };

/** Retention of stored windows by their length, with the disk that each takes now. */
export function RetentionFields({ value, disabled, onChange }: Props) {
  const trpc = useTRPC();
  const storage = useQuery(trpc.system.windowStorage.queryOptions());
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium">Keep windows of latency for</legend>
      <p className="text-ink-3">
        Long ranges are read from the coarser windows, which say the same. Reports and events carry their own
        numbers and stay.
      </p>
      <div className="grid max-w-md grid-cols-1 gap-3 sm:grid-cols-2">
        {FIELDS.map(({ key, levelS, label, maxDays }) => {
          const bytes = storage.data?.find((level) => level.levelS === levelS)?.bytes;
          return (
            <Field
              key={key}
              label={label}
              hint={bytes === undefined ? " " : `${formatBytes(bytes)} on disk now`}
            >
              {(control) => (
                <NumberInput
                  {...control}
                  unit="days"
                  min={1}
                  max={maxDays}
                  value={value[key]}
                  disabled={disabled}
                  onValueChange={(days) => onChange({ ...value, [key]: days })}
                />
              )}
            </Field>
          );
        })}
      </div>
    </fieldset>
  );
}
