"use client";
import { DIALECTS } from "@p4twin/models/telemetry";
import { Field, Input, Select } from "@p4twin/ui";
import { parsePorts } from "./captureWords.ts";
import type { CaptureSettings } from "./useUpload.ts";

export type SettingsDraft = { ports: string; dialect: NonNullable<CaptureSettings["dialect"]> };
export const defaultDraft: SettingsDraft = { ports: "32766, 54321, 4739, 6343", dialect: "auto" };

/** The draft as settings; null when its ports are none. */
export function toSettings({ ports, dialect }: SettingsDraft): CaptureSettings | null {
  const list = parsePorts(ports);
  return list && { ports: list, dialect };
}

/** How a capture is read: ports that carry reports, and the dialect of the switches. */
export function ReadSettings({
  draft,
  onChange,
}: {
  draft: SettingsDraft;
  onChange: (draft: SettingsDraft) => void;
}) {
  const chosen = DIALECTS.find((d) => d.id === draft.dialect);
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field
        label="UDP ports that carry reports"
        error={parsePorts(draft.ports) ? undefined : "Write ports from 1 to 65535, separated by commas."}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            value={draft.ports}
            onChange={(event) => onChange({ ...draft, ports: event.target.value })}
          />
        )}
      </Field>
      <Field label="Dialect of the switches" hint={chosen?.note}>
        {(control) => (
          <Select
            {...control}
            value={draft.dialect}
            onValueChange={(dialect) => onChange({ ...draft, dialect })}
            options={DIALECTS.map(({ id, title }) => ({ value: id, label: title }))}
          />
        )}
      </Field>
    </div>
  );
}
