"use client";
import type { NetworkFunction } from "@p4twin/models/chain";
import { DEFAULT_ESTIMATOR } from "@p4twin/models/latency";
import { Alert, Button, Dialog, Field, Input, NumberInput, Select, SkeletonRows, textLink } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { programName, useAnalysis } from "@/features/programs/index.ts";
import { AppLink } from "@/lib/AppLink.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { freeId, slugOf } from "@/lib/slug.ts";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { programFunction } from "./programFunction.ts";
import { vectorText } from "./vectorText.ts";

const ALL_PATHS = "all";

export type ProgramFunctionPickerProps = {
  /** ids of functions that are already known */
  taken: readonly string[];
  onPick: (fn: NetworkFunction) => void;
};

/** Makes a network function of a stored program: its vector comes from the analysis, not from hand. */
export function ProgramFunctionPicker({ taken, onPick }: ProgramFunctionPickerProps) {
  const trpc = useTRPC();
  const [open, setOpen] = useState(false);
  const [versionId, setVersionId] = useState<string>();
  const programs = useQuery(trpc.programs.list.queryOptions(undefined, { enabled: open }));
  const program = useQuery(
    trpc.programs.get.queryOptions({ versionId: versionId ?? "" }, { enabled: !!versionId }),
  );
  return (
    <>
      <Button size="sm" icon={<Plus aria-hidden />} onClick={() => setOpen(true)}>
        From a program
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Add a function from a program"
        description="The program is analysed in your browser; the counts it needs are taken from its paths."
      >
        <div className="flex flex-col gap-3 pb-2">
          <QueryView query={programs} what="The programs" skeleton={<SkeletonRows rows={2} />}>
            {(list) =>
              list.length === 0 ? (
                <Alert title="There is no program yet">
                  <AppLink href="/programs?new=upload" className={textLink}>
                    Upload one first
                  </AppLink>
                </Alert>
              ) : (
                <Field label="Program">
                  {(field) => (
                    <Select
                      {...field}
                      value={versionId}
                      onValueChange={setVersionId}
                      options={list.map(({ name, latest }) => ({
                        value: latest.id,
                        label: name,
                        hint: `version ${latest.number}`,
                      }))}
                    />
                  )}
                </Field>
              )
            }
          </QueryView>
          {versionId ? (
            <QueryView query={program} what="The program" skeleton={<SkeletonRows rows={3} />}>
              {(version) => (
                <PathChoice
                  key={version.id}
                  version={version}
                  taken={taken}
                  onPick={(fn) => {
                    onPick(fn);
                    setOpen(false);
                  }}
                />
              )}
            </QueryView>
          ) : null}
        </div>
      </Dialog>
    </>
  );
}

type PathChoiceProps = ProgramFunctionPickerProps & { version: RouterOutputs["programs"]["get"] };

function PathChoice({ version, taken, onPick }: PathChoiceProps) {
  const [type, setType] = useState(() => freeId(slugOf(programName(version.name), "program"), taken));
  const [path, setPath] = useState(ALL_PATHS);
  const [rules, setRules] = useState<number | null>(0);
  const question = useMemo(
    () => ({
      fileName: `${version.name}.p4`,
      source: version.source,
      includes: version.includes,
      devices: [],
      engine: DEFAULT_ESTIMATOR,
      packetBytes: 1500,
    }),
    [version],
  );
  const { answer, error } = useAnalysis(question);
  if (error)
    return (
      <Alert tone="bad" title="The analysis stopped">
        {error}
      </Alert>
    );
  if (!answer) return <SkeletonRows rows={3} label="Analysing the program" />;
  const { report } = answer;
  const fn = programFunction(report, {
    type,
    title: version.name,
    pathId: path === ALL_PATHS ? null : path,
    rules: rules ?? 0,
    origin: `${version.name}, version ${version.number}`,
  });
  if (!fn) {
    return (
      <Alert tone="bad" title="This program has errors">
        <AppLink href={`/programs/${version.id}`} className={textLink}>
          Open it
        </AppLink>
        , correct them and come back.
      </Alert>
    );
  }
  const clash = taken.includes(type) ? "Another function has this name." : undefined;
  return (
    <>
      <Field label="Path" hint={`${vectorText(fn.features)}; ${fn.architectures.join(", ")}`}>
        {(field) => (
          <Select
            {...field}
            value={path}
            onValueChange={setPath}
            options={[
              { value: ALL_PATHS, label: "greatest counts of all paths", hint: "no packet costs more" },
              ...report.paths.slice(0, 200).map((entry) => ({
                value: entry.id,
                label: `${entry.id}, ${entry.outcome}`,
                hint: vectorText(entry.features),
              })),
            ]}
          />
        )}
      </Field>
      <div className="flex gap-3">
        <Field label="Name in the chain" error={clash} className="grow">
          {(field) => <Input {...field} value={type} onChange={(event) => setType(event.target.value)} />}
        </Field>
        <Field label="Table entries">
          {(field) => <NumberInput {...field} value={rules} onValueChange={setRules} min={0} />}
        </Field>
      </div>
      <div className="flex justify-end">
        <Button variant="primary" disabled={!!clash || type === ""} onClick={() => onPick(fn)}>
          Add function
        </Button>
      </div>
    </>
  );
}
