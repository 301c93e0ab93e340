"use client";
import {
  Alert,
  Button,
  Checkbox,
  Field,
  Input,
  NumberInput,
  Panel,
  Select,
  SkeletonRows,
  textLink,
} from "@p4twin/ui";
import { formatGbps, formatLatencyWithUnit } from "@p4twin/ui/format";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { AppLink } from "@/lib/AppLink.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterInputs, useTRPC } from "@/lib/trpc.ts";

export type ScenarioContent = Omit<RouterInputs["scenarios"]["create"], "name">;
export type ScenarioDraft = { name: string; content: ScenarioContent };

export type ScenarioFormProps = {
  initialValue: ScenarioDraft | null;
  submitLabel: string;
  busy: boolean;
  onSubmit: (draft: ScenarioDraft) => void;
};

const DIRECTIONS = [
  { value: "full-duplex", label: "full duplex", hint: "the rate holds in each direction" },
  { value: "half-duplex", label: "half duplex", hint: "the rate holds for both together" },
] as const;

/** What is asked of an engine: cloud, chains, objective and limits. */
export function ScenarioForm({ initialValue, submitLabel, busy, onSubmit }: ScenarioFormProps) {
  const trpc = useTRPC();
  const clouds = useQuery(trpc.topologies.list.queryOptions());
  const chains = useQuery(trpc.chains.list.queryOptions());
  const engines = useQuery(trpc.engines.list.queryOptions());
  const start = initialValue?.content;
  const options = start?.parameters?.options;
  const [name, setName] = useState(initialValue?.name ?? "");
  const [cloud, setCloud] = useState(start?.topologyVersionId);
  const [chosen, setChosen] = useState<string[]>(start?.chainVersionIds ?? []);
  const [engine, setEngine] = useState(start?.engine ?? "ilp");
  const [timeLimitS, setTimeLimitS] = useState<number | null>(start?.parameters?.timeLimitS ?? 30);
  const [sharing, setSharing] = useState(options?.sharing ?? false);
  const [direction, setDirection] = useState(options?.linkDirection ?? "full-duplex");
  const [wrong, setWrong] = useState<{ name?: string; cloud?: string; chains?: string }>({});

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = {
      ...(name.trim() === "" ? { name: "Give it a name." } : {}),
      ...(cloud ? {} : { cloud: "Choose a cloud." }),
      ...(chosen.length === 0 ? { chains: "Choose at least one chain." } : {}),
    };
    setWrong(found);
    if (!cloud || Object.keys(found).length > 0) return;
    const parameters = {
      ...start?.parameters,
      timeLimitS: timeLimitS ?? 30,
      options: { ...options, sharing, linkDirection: direction },
    };
    onSubmit({
      name: name.trim(),
      content: { topologyVersionId: cloud, chainVersionIds: chosen, engine, parameters },
    });
  };
  const toggle = (id: string, on: boolean) =>
    setChosen((list) => (on ? [...list, id] : list.filter((other) => other !== id)));

  return (
    <form
      noValidate
      aria-label="Scenario"
      onSubmit={submit}
      className="grid gap-3 lg:grid-cols-2 lg:items-start"
    >
      <Panel title="Where and how">
        <div className="flex flex-col gap-3">
          <Field label="Name" error={wrong.name}>
            {(field) => (
              <Input
                {...field}
                value={name}
                disabled={initialValue !== null && initialValue.name !== ""}
                placeholder="Edge at 2 Gbps"
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <QueryView query={clouds} what="The clouds" skeleton={<SkeletonRows rows={1} className="p-0" />}>
            {(list) =>
              list.length === 0 ? (
                <Alert title="There is no cloud yet">
                  <AppLink href="/clouds/new" className={textLink}>
                    Add one first
                  </AppLink>
                  , then come back.
                </Alert>
              ) : (
                <Field label="Cloud" error={wrong.cloud}>
                  {(field) => (
                    <Select
                      {...field}
                      value={cloud}
                      onValueChange={setCloud}
                      options={[
                        ...list.map((entry) => ({
                          value: entry.latest.id,
                          label: entry.name,
                          hint: `version ${entry.latest.number}, ${entry.deviceCount} devices`,
                        })),
                        // an older version that this scenario names stays choosable
                        ...(start && !list.some((entry) => entry.latest.id === start.topologyVersionId)
                          ? [{ value: start.topologyVersionId, label: "the version in use now" }]
                          : []),
                      ]}
                    />
                  )}
                </Field>
              )
            }
          </QueryView>
          <div className="flex flex-wrap gap-3">
            <Field label="Engine" className="w-64">
              {(field) => (
                <Select
                  {...field}
                  value={engine}
                  onValueChange={setEngine}
                  options={(engines.data ?? [])
                    .filter((entry) => entry.places)
                    .map((entry) => ({ value: entry.id, label: entry.id, hint: entry.title }))}
                />
              )}
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
                  onValueChange={setTimeLimitS}
                />
              )}
            </Field>
          </div>
          <Field label="Links" className="w-64">
            {(field) => (
              <Select {...field} value={direction} onValueChange={setDirection} options={DIRECTIONS} />
            )}
          </Field>
          <Checkbox
            checked={sharing}
            onCheckedChange={setSharing}
            label="Functions of the same type on one device share their constructs"
          />
        </div>
      </Panel>
      <Panel title="Chains to place" subtitle={`${chosen.length} chosen`}>
        {wrong.chains ? (
          <p role="alert" className="mb-2 text-xs text-bad">
            {wrong.chains}
          </p>
        ) : null}
        <QueryView query={chains} what="The chains">
          {(list) =>
            list.length === 0 ? (
              <Alert title="There is no chain yet">
                <AppLink href="/chains/new" className={textLink}>
                  Describe one first
                </AppLink>
                , then come back.
              </Alert>
            ) : (
              <ul className="flex max-h-96 flex-col gap-2 overflow-auto">
                {list.map(({ latest, name: chainName, chain }) => (
                  <li key={latest.id} className="flex flex-wrap items-baseline justify-between gap-x-3">
                    <Checkbox
                      checked={chosen.includes(latest.id)}
                      onCheckedChange={(on) => toggle(latest.id, on)}
                      label={chainName}
                    />
                    <span className="text-xs text-ink-3">
                      {chain.functions.join(" → ")}, {formatGbps(chain.gbps)},{" "}
                      {chain.maxDelayUs === null ? "best effort" : formatLatencyWithUnit(chain.maxDelayUs)}
                    </span>
                  </li>
                ))}
              </ul>
            )
          }
        </QueryView>
      </Panel>
      <div className="flex justify-end lg:col-span-2">
        <Button type="submit" variant="primary" busy={busy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
