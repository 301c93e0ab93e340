"use client";
import type { DeviceProfile } from "@p4twin/models/device";
import { Field, NumberInput, SegmentedControl } from "@p4twin/ui";
import { useEngineOptions } from "@/lib/useEngineOptions.ts";
import type { PageDevice } from "@/workers/program/pageQuestions.ts";
import { DeviceChips } from "./DeviceChips.tsx";
import { type ProgramUrl, type SetProgramUrl, STEP } from "./model/urlState.ts";
import { PaneToggles } from "./PaneToggles.tsx";

export type ProgramToolbarProps = {
  profiles: readonly DeviceProfile[];
  chosen: readonly string[];
  devices: Readonly<Record<string, PageDevice>>;
  url: ProgramUrl;
  setUrl: SetProgramUrl;
};

/** What the program is held against, and which panes are open. */
export function ProgramToolbar({ profiles, chosen, devices, url, setUrl }: ProgramToolbarProps) {
  const engines = useEngineOptions("estimates", { builtInOnly: true });
  const toggle = (id: string): void =>
    void setUrl(
      { devices: chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id] },
      STEP,
    );
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <DeviceChips devices={profiles} chosen={chosen} answers={devices} onToggle={toggle} />
      <SegmentedControl
        aria-label="Estimator"
        value={url.engine}
        options={engines}
        onValueChange={(engine) => void setUrl({ engine }, STEP)}
      />
      <Field label="Packet size">
        {(field) => (
          <NumberInput
            {...field}
            unit="B"
            min={64}
            max={9216}
            step={100}
            value={url.packet}
            onValueChange={(packet) => void setUrl({ packet })}
          />
        )}
      </Field>
      <PaneToggles shown={url.panes} onChange={(panes) => void setUrl({ panes }, STEP)} />
    </div>
  );
}
