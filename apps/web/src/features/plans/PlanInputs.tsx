"use client";
import { libraryFunctions, libraryFunctionTypes } from "@p4twin/models/chain";
import type { Diagnostic } from "@p4twin/models/core";
import type { DeviceProfile } from "@p4twin/models/device";
import { createCatalogue } from "@p4twin/models/placement";
import { Checkbox, Field, FileDrop, NumberInput, Panel } from "@p4twin/ui";
import { useState } from "react";
import { ObjectiveFields } from "@/features/scenarios/index.ts";
import { DiagnosticList } from "@/lib/DiagnosticList.tsx";
import { readFiles } from "@/lib/readFiles.ts";
import { useTextWorker } from "@/lib/useTextWorker.ts";
import { DeviceTypes } from "./DeviceTypes.tsx";
import type { PlanDraft } from "./planDraft.ts";
import { WorkloadTable } from "./WorkloadTable.tsx";

export type PlanInputsProps = {
  draft: PlanDraft;
  profiles: readonly DeviceProfile[];
  onChange: (draft: PlanDraft) => void;
};

/** Workload, device types, objective and limits; or all of it from a problem file. */
export function PlanInputs({ draft, profiles, onChange }: PlanInputsProps) {
  const [problems, setProblems] = useState<readonly Diagnostic[]>([]);
  const types = [...new Set([...libraryFunctionTypes(), ...draft.functions.map(({ type }) => type)])];
  const readBeside = useTextWorker();
  const catalogue = createCatalogue(profiles, libraryFunctions());
  const change = (part: Partial<PlanDraft>): void => onChange({ ...draft, ...part });
  const option = (part: Partial<PlanDraft["options"]>): void =>
    change({ options: { ...draft.options, ...part } });
  const read = async (files: File[]): Promise<void> => {
    const [file] = await readFiles(files);
    if (!file) return;
    const answer = await readBeside({ kind: "problem", text: file.text, fileName: file.name, profiles });
    if (answer.kind !== "problem") return;
    const { problem, diagnostics } = answer;
    setProblems(diagnostics);
    if (!problem) return;
    const { deviceTypes, workload, functions, options, required } = problem;
    onChange({ deviceTypes, workload, functions, options, ...(required ? { required } : {}) });
  };
  const { maxCost } = draft.options;
  return (
    <div className="grid gap-3 xl:grid-cols-2 xl:items-start">
      <div className="flex min-w-0 flex-col gap-3">
        <WorkloadTable
          workload={draft.workload}
          functions={types}
          onChange={(workload) => change({ workload })}
        />
        <Panel title="From a problem file" bodyClassName="flex flex-col gap-2 p-3">
          <FileDrop
            what="a problem file"
            accept=".yaml,.yml,.json"
            onFiles={(files) => void read(files)}
            hint="as `p4twin plan` reads it"
          />
          <DiagnosticList diagnostics={problems} />
        </Panel>
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        <DeviceTypes
          profiles={profiles.filter((profile) => catalogue.device(profile.id) !== null)}
          value={draft.deviceTypes}
          onChange={(deviceTypes) => change({ deviceTypes })}
        />
        <Panel title="What counts">
          <div className="flex flex-col gap-3">
            <ObjectiveFields
              command="plan"
              value={draft.options.objective}
              onChange={(objective) => option({ objective })}
            />
            <Field label="All devices together cost at most" hint="Empty: no limit">
              {(field) => (
                <NumberInput
                  {...field}
                  unit="$"
                  min={0}
                  step={1000}
                  value={maxCost ?? null}
                  onValueChange={(limit) => {
                    const { maxCost: _, ...others } = draft.options;
                    change({ options: limit !== null && limit > 0 ? { ...others, maxCost: limit } : others });
                  }}
                />
              )}
            </Field>
            <Checkbox
              checked={draft.options.sharing}
              onCheckedChange={(sharing) => option({ sharing })}
              label="Functions of the same type on one device share their constructs"
            />
          </div>
        </Panel>
      </div>
    </div>
  );
}
