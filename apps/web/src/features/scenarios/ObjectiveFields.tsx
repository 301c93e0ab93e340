"use client";
import type { ProblemOptions } from "@p4twin/models/placement";
import { NumberInput } from "@p4twin/ui";

type Objective = ProblemOptions["objective"];

const METRICS = [
  { id: "power", label: "Power", unit: "W", hint: "of the devices in use (Eq. 5.22)" },
  { id: "delay", label: "Delay", unit: "µs", hint: "sum over the chains (Eq. 5.19)" },
  { id: "cost", label: "Cost", unit: "$", hint: "of the devices in use (Eq. 5.3)" },
] as const;

/** What counts when no weight is stated: power for `place` (Eq. 5.22), price for `plan`. */
const UNSTATED = {
  place: { power: 1, delay: 0, cost: 0 },
  plan: { power: 0, delay: 0, cost: 1 },
} as const;

export type ObjectiveFieldsProps = {
  command: keyof typeof UNSTATED;
  value: Objective;
  onChange: (objective: Objective) => void;
  error?: string | undefined;
};

/** What is minimised: a weight for each metric, and what the metric is divided by before it is weighted. */
export function ObjectiveFields({ command, value, onChange, error }: ObjectiveFieldsProps) {
  const { power, delay, cost } = value;
  const stated = command === "place" ? power !== undefined : (power ?? 0) + (delay ?? 0) + (cost ?? 0) > 0;
  const weights = stated ? value : { ...value, ...UNSTATED[command] };
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-xs font-medium text-ink-2">Minimise</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 gap-y-1.5">
        <span />
        <span className="text-xs text-ink-3">weight</span>
        <span className="text-xs text-ink-3">divided by</span>
        {METRICS.map(({ id, label, unit, hint }) => (
          <div key={id} className="contents">
            <span>
              {label} <span className="text-xs text-ink-3">{hint}</span>
            </span>
            <NumberInput
              aria-label={`Weight of ${label.toLowerCase()}`}
              className="w-24"
              min={0}
              value={weights[id] ?? 0}
              onValueChange={(weight) => onChange({ ...weights, [id]: weight ?? 0 })}
            />
            <NumberInput
              aria-label={`Normaliser of ${label.toLowerCase()}`}
              className="w-32"
              unit={unit}
              min={0}
              placeholder="1"
              value={value.normalise?.[id] ?? null}
              onValueChange={(by) => onChange(withNormaliser(weights, id, by))}
            />
          </div>
        ))}
      </div>
      {error ? (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

/** An empty field (or 0, by which nothing can be divided) takes the normaliser away. */
function withNormaliser(
  objective: Objective,
  metric: (typeof METRICS)[number]["id"],
  by: number | null,
): Objective {
  const { normalise, ...weights } = objective;
  const { [metric]: _old, ...others } = normalise ?? {};
  const next = by !== null && by > 0 ? { ...others, [metric]: by } : others;
  return Object.keys(next).length > 0 ? { ...weights, normalise: next } : weights;
}
