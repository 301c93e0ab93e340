"use client";
import { libraryFunctionTypes } from "@p4twin/models/chain";
import { Button, Checkbox, Field, Input, Panel, Select } from "@p4twin/ui";
import { type FormEvent, useState } from "react";
import { EngineFields } from "@/lib/EngineFields.tsx";
import { LeaveGuard } from "@/lib/LeaveGuard.tsx";
import { useEngineOptions } from "@/lib/useEngineOptions.ts";
import { ChainChoice } from "./ChainChoice.tsx";
import { CloudChoice } from "./CloudChoice.tsx";
import { LoadFields } from "./LoadFields.tsx";
import { ObjectiveFields } from "./ObjectiveFields.tsx";
import {
  contentOf,
  type DraftErrors,
  draftOf,
  type ScenarioContent,
  type ScenarioStart,
} from "./scenarioDraft.ts";
import { useCloudHosts } from "./useCloudHosts.ts";

export type ScenarioFormProps = {
  initialValue: ScenarioStart | null;
  submitLabel: string;
  busy: boolean;
  /** the stored version is being opened: nothing is left to lose */
  saved: boolean;
  onSubmit: (draft: { name: string; content: ScenarioContent }) => void;
};

const DIRECTIONS = [
  { value: "full-duplex", label: "full duplex", hint: "the rate holds in each direction" },
  { value: "half-duplex", label: "half duplex", hint: "the rate holds for both together" },
] as const;

/** What is asked of an engine: cloud, chains, objective and limits. */
export function ScenarioForm({ initialValue, submitLabel, busy, saved, onSubmit }: ScenarioFormProps) {
  const engines = useEngineOptions("places");
  const [start] = useState(() => draftOf(initialValue));
  const [draft, setDraft] = useState(start);
  const [wrong, setWrong] = useState<DraftErrors>({});
  const hosts = useCloudHosts(draft.cloud);
  const change = (part: Partial<typeof draft>): void => setDraft((old) => ({ ...old, ...part }));
  const option = (part: Partial<typeof draft.options>): void =>
    setDraft((old) => ({ ...old, options: { ...old.options, ...part } }));

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { content, errors } = contentOf(draft, initialValue);
    setWrong(errors ?? {});
    if (content) onSubmit({ name: draft.name.trim(), content });
  };

  return (
    <form
      noValidate
      aria-label="Scenario"
      onSubmit={submit}
      className="grid gap-3 lg:grid-cols-2 lg:items-start"
    >
      <LeaveGuard active={draft !== start && !busy && !saved} what="this scenario" />
      <Panel title="Where and how">
        <div className="flex flex-col gap-3">
          <Field label="Name" error={wrong.name}>
            {(field) => (
              <Input
                {...field}
                value={draft.name}
                disabled={initialValue !== null && initialValue.name !== ""}
                placeholder="Edge at 2 Gbps"
                onChange={(event) => change({ name: event.target.value })}
              />
            )}
          </Field>
          <CloudChoice
            value={draft.cloud}
            onChange={(cloud) => change({ cloud })}
            inUse={start.cloud}
            error={wrong.cloud}
          />
          <div className="flex flex-wrap gap-3">
            <EngineFields
              engines={engines}
              engine={draft.engine}
              onEngineChange={(engine) => change({ engine })}
              timeLimitS={draft.timeLimitS}
              onTimeLimitChange={(timeLimitS) => change({ timeLimitS })}
            />
          </div>
          <ObjectiveFields
            command="place"
            value={draft.options.objective}
            onChange={(objective) => option({ objective })}
            error={wrong.objective}
          />
        </div>
      </Panel>
      <div className="flex min-w-0 flex-col gap-3">
        <ChainChoice
          chosen={draft.chains}
          onChange={(chains) => change({ chains })}
          hosts={hosts}
          ends={draft.ends}
          onEnds={(ends) => change({ ends })}
          error={wrong.chains}
        />
        <Panel title="Rules">
          <div className="flex flex-col gap-3">
            <Field label="Links" className="w-64">
              {(field) => (
                <Select
                  {...field}
                  value={draft.options.linkDirection}
                  onValueChange={(linkDirection) => option({ linkDirection })}
                  options={DIRECTIONS}
                />
              )}
            </Field>
            <LoadFields value={draft.options} onChange={option} />
            <Checkbox
              checked={draft.options.sharing}
              onCheckedChange={(sharing) => option({ sharing })}
              label="Functions of the same type on one device share their constructs"
            />
            <fieldset className="flex flex-col gap-1.5">
              <legend className="mb-1 text-xs font-medium text-ink-2">
                Required on every device that forwards a chain
              </legend>
              <div className="flex flex-wrap gap-x-4 gap-y-1.5">
                {libraryFunctionTypes().map((type) => (
                  <Checkbox
                    key={type}
                    checked={draft.required.includes(type)}
                    onCheckedChange={(on) =>
                      change({
                        required: on ? [...draft.required, type] : draft.required.filter((t) => t !== type),
                      })
                    }
                    label={type}
                  />
                ))}
              </div>
            </fieldset>
          </div>
        </Panel>
      </div>
      <div className="sticky bottom-0 flex items-center justify-end gap-3 border-t border-line bg-bg py-2 lg:col-span-2">
        {draft !== start && !saved ? <span className="text-xs text-ink-3">Not saved</span> : null}
        <Button type="submit" variant="primary" busy={busy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
