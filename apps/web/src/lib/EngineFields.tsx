"use client";
import { Field, NumberInput, Select, type SelectOption } from "@p4twin/ui";

export type EngineFieldsProps = {
  engines: readonly SelectOption<string>[];
  engine: string;
  onEngineChange: (engine: string) => void;
  timeLimitS: number | null;
  /** null: the field was emptied */
  onTimeLimitChange: (seconds: number | null) => void;
};

/** Which engine looks, and for how long at most; lies in the row or column of whoever asks. */
export function EngineFields(props: EngineFieldsProps) {
  const { engines, engine, timeLimitS, onEngineChange, onTimeLimitChange } = props;
  return (
    <>
      <Field label="Engine" className="w-72 max-w-full">
        {(field) => <Select {...field} value={engine} options={engines} onValueChange={onEngineChange} />}
      </Field>
      <Field label="Time limit">
        {(field) => (
          <NumberInput
            {...field}
            unit="s"
            min={1}
            max={3600}
            step={5}
            value={timeLimitS}
            onValueChange={onTimeLimitChange}
          />
        )}
      </Field>
    </>
  );
}
