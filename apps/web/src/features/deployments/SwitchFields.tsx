"use client";
import { libraryNames } from "@p4twin/models/library/names";
import { Checkbox, Field, Input, NumberInput, Select } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { profileLimits } from "@/lib/profileOption.ts";
import { useTRPC } from "@/lib/trpc.ts";
import { useEngineOptions } from "@/lib/useEngineOptions.ts";
import type { SwitchDraft } from "./draft.ts";

export type SwitchFieldsProps = {
  element: SwitchDraft;
  wrong: (field: string) => string | undefined;
  onChange: (element: SwitchDraft) => void;
};

const UNITS = [
  { value: "ns", label: "ns", hint: "Tofino and most others" },
  { value: "us", label: "µs", hint: "BMv2" },
] as const;
const PATHS = [
  { value: "max", label: "slowest path" },
  { value: "min", label: "fastest path" },
] as const;
/** A select cannot hold null. */
const UNKNOWN = "unknown";
/** Load of a queue to start from: half of its rate (our choice). */
const NEW_QUEUE = { ratePps: 6_000, offeredPps: 3_000 };

/** A switch of a segment: its id in INT, and what its prediction is made from. */
export function SwitchFields({ element, wrong, onChange }: SwitchFieldsProps) {
  const trpc = useTRPC();
  const programs = useQuery(trpc.programs.list.queryOptions());
  const devices = useQuery(trpc.devices.list.queryOptions());
  const engineOptions = useEngineOptions("estimates");
  const set = (change: Partial<SwitchDraft>) => onChange({ ...element, ...change });
  const known = (value: string) => (value === UNKNOWN ? null : value);
  const programOptions = [
    { value: UNKNOWN, label: "not known", hint: "watched, not predicted" },
    ...(programs.data ?? []).map((p) => ({
      value: p.latest.id,
      label: p.name,
      hint: `version ${p.latest.number}`,
    })),
    ...libraryNames("programs", ".p4").map((name) => ({
      value: `lib:${name}`,
      label: name,
      hint: "library",
    })),
  ];
  // an older version stays chosen until another one is
  if (element.program && !programOptions.some((o) => o.value === element.program))
    programOptions.push({ value: element.program, label: "an older version", hint: element.program });
  const deviceOptions = [
    { value: UNKNOWN, label: "not known", hint: "watched, not predicted" },
    ...(devices.data ?? []).map((d) => ({
      value: d.id,
      label: d.document.title,
      hint: [d.id, ...profileLimits(d.document, ["twin"])].join("; "),
    })),
  ];
  const pathOptions: { value: string; label: string; hint?: string }[] = [...PATHS];
  if (element.branches)
    pathOptions.push({
      ...{ value: "mean", label: "mean over packets" },
      hint: `as ${element.branches.source.name} counted`,
    });
  if (!pathOptions.some((p) => p.value === element.path))
    pathOptions.push({ value: element.path, label: `path ${element.path}` });
  return (
    <div className="flex min-w-0 flex-wrap items-start gap-2">
      <Field label="Switch" error={wrong("label")} className="w-28">
        {(control) => (
          <Input {...control} value={element.label} onChange={(e) => set({ label: e.target.value })} />
        )}
      </Field>
      <Field label="INT node id" error={wrong("nodeId")} className="w-28">
        {(control) => (
          <NumberInput
            {...control}
            className="w-full"
            min={0}
            max={0xffff_ffff}
            value={element.nodeId}
            onValueChange={(nodeId) => set({ nodeId })}
          />
        )}
      </Field>
      <Field label="Clock counts in" className="w-24">
        {(control) => (
          <Select
            {...control}
            value={element.timeUnit}
            options={UNITS}
            onValueChange={(timeUnit) => set({ timeUnit })}
          />
        )}
      </Field>
      <Field label="Program" className="w-44">
        {(control) => (
          <Select
            {...control}
            value={element.program ?? UNKNOWN}
            options={programOptions}
            onValueChange={(value) => set({ program: known(value) })}
          />
        )}
      </Field>
      <Field label="Device profile" className="w-44">
        {(control) => (
          <Select
            {...control}
            value={element.device ?? UNKNOWN}
            options={deviceOptions}
            onValueChange={(value) => set({ device: known(value) })}
          />
        )}
      </Field>
      <Field label="Path" className="w-36">
        {(control) => (
          <Select
            {...control}
            value={element.path}
            options={pathOptions}
            onValueChange={(path) => set({ path })}
          />
        )}
      </Field>
      <Field label="Estimator" className="w-32">
        {(control) => (
          <Select
            {...control}
            value={element.engine}
            options={engineOptions}
            onValueChange={(engine) => set({ engine })}
          />
        )}
      </Field>
      <div className="flex min-h-8 flex-wrap items-center gap-2 self-end">
        <Checkbox
          label="Queue behind it"
          checked={element.queue !== null}
          onCheckedChange={(on) => set({ queue: on ? NEW_QUEUE : null })}
        />
        {element.queue ? <QueueFields queue={element.queue} onChange={(queue) => set({ queue })} /> : null}
      </div>
    </div>
  );
}

type Queue = NonNullable<SwitchDraft["queue"]>;
type Priority = NonNullable<Queue["priority"]>;
/** A flow that is served first: nothing before it, the rest behind (our choice). */
const NEW_PRIORITY: Priority = { higherPps: 0, lowerPps: 1_000, rates: "shared" };
const RATES = [
  { value: "shared", label: "share the rate" },
  { value: "each", label: "have the rate each", hint: "BMv2" },
] as const;

/** What of the offered load is served before the segment's packets, and what after them. */
function PriorityFields({
  priority,
  onChange,
}: {
  priority: Priority;
  onChange: (priority: Priority) => void;
}) {
  const number = (field: "higherPps" | "lowerPps", label: string) => (
    <NumberInput
      aria-label={label}
      title={label}
      className="w-36"
      unit="pkt/s"
      min={0}
      step={100}
      value={priority[field]}
      onValueChange={(value) => onChange({ ...priority, [field]: value ?? 0 })}
    />
  );
  return (
    <>
      {number("higherPps", "Load of higher priorities")}
      <span className="text-ink-3">before,</span>
      {number("lowerPps", "Load of lower priorities")}
      <span className="text-ink-3">after; priorities</span>
      <Select
        aria-label="Rate of the priorities"
        className="w-44"
        value={priority.rates}
        options={RATES}
        onValueChange={(rates) => onChange({ ...priority, rates })}
      />
    </>
  );
}

function QueueFields({ queue, onChange }: { queue: Queue; onChange: (queue: Queue) => void }) {
  const number = (field: "ratePps" | "offeredPps", label: string) => (
    <NumberInput
      aria-label={label}
      title={label}
      className="w-36"
      unit="pkt/s"
      min={field === "ratePps" ? 1 : 0}
      step={100}
      value={queue[field]}
      onValueChange={(value) => onChange({ ...queue, [field]: value ?? queue[field] })}
    />
  );
  return (
    <>
      {number("offeredPps", "Offered load")}
      <span className="text-ink-3">of</span>
      {number("ratePps", "Rate of the queue")}
      <Checkbox
        label="Depth in reports counts packets"
        checked={queue.depthIn === "packets"}
        onCheckedChange={(on) => onChange({ ...queue, depthIn: on ? "packets" : null })}
      />
      <Checkbox
        label="Priorities"
        checked={queue.priority != null}
        onCheckedChange={(on) => onChange({ ...queue, priority: on ? NEW_PRIORITY : null })}
      />
      {queue.priority ? (
        <PriorityFields priority={queue.priority} onChange={(priority) => onChange({ ...queue, priority })} />
      ) : null}
    </>
  );
}
