"use client";
import { Field, Input, NumberInput, SegmentedControl, Select, Switch } from "@p4twin/ui";
import { formatDateTime, LATENCY_UNIT_LABEL } from "@p4twin/ui/format";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormDialog, FormGrid } from "@/lib/FormDialog.tsx";
import { DeviceProfileSelect, OptionalSelect } from "@/lib/OptionalSelect.tsx";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { useTRPC } from "@/lib/trpc.ts";

type Kind = "program" | "snapshot";
/** A choice beside the captures. */
const LAST_DAY = "last-day";

/** Two versions of a program or two snapshots of a switch, a device, and the rules. */
export function NewReviewDialog({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const router = useRouter();
  const [name, setName] = useState("");
  const [kind, setKind] = useState<Kind>("program");
  const [source, setSource] = useState<string>();
  const [before, setBefore] = useState<string>();
  const [after, setAfter] = useState<string>();
  const [device, setDevice] = useState<string | null>(null);
  const [maxUs, setMaxUs] = useState<number | null>(null);
  const [slower, setSlower] = useState<number | null>(null);
  const [capture, setCapture] = useState<string | null>(null);
  const [keepPaths, setKeepPaths] = useState(false);
  const [keepEntries, setKeepEntries] = useState(false);
  const [keepPackets, setKeepPackets] = useState(false);
  const programs = useQuery(trpc.programs.list.queryOptions());
  const switches = useQuery(trpc.switches.list.queryOptions());
  const captures = useQuery(trpc.captures.list.queryOptions());
  const sides = useSides(kind, source);
  const create = useMutation(
    trpc.reviews.create.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: async ({ id }) => {
        await cache.invalidateQueries({ queryKey: trpc.reviews.pathKey() });
        router.push(`/reviews/${id}`);
      },
    }),
  );
  const sideOf = (id: string) =>
    kind === "program"
      ? { kind: "program" as const, programVersionId: id }
      : { kind: "snapshot" as const, snapshotId: id };
  const ready = before !== undefined && after !== undefined && name.trim() !== "";
  const submit = () => {
    if (before === undefined || after === undefined) return;
    create.mutate({
      ...{ name: name.trim(), before: sideOf(before), after: sideOf(after) },
      devices: device === null ? [] : [device],
      captureId: capture === LAST_DAY ? null : capture,
      recentHours: capture === LAST_DAY ? 24 : null,
      rules: {
        ...(device !== null && maxUs !== null ? { maxUs: { [device]: maxUs } } : {}),
        ...(slower === null ? {} : { maxSlowdownPercent: slower }),
        ...(keepPaths ? { removedPaths: "forbid" as const } : {}),
        ...(keepEntries && kind === "snapshot" ? { entries: "forbid" as const } : {}),
        ...(keepPackets ? { packets: "forbid" as const } : {}),
      },
    });
  };
  const choose = (next: string) => {
    setSource(next);
    setBefore(undefined);
    setAfter(undefined);
  };
  const sources = kind === "program" ? programs.data : switches.data;
  return (
    <FormDialog
      title="Review a change"
      description="Compares paths, latency, entries and packets; what is found is kept."
      className="w-[min(42rem,calc(100vw-2rem))]"
      action="Review change"
      ready={ready}
      busy={create.isPending}
      onSubmit={submit}
      onClose={onClose}
      error={create.error}
      failed="The change was not reviewed"
    >
      <FormGrid>
        <Field label="Name" className="sm:col-span-2">
          {(control) => <Input {...control} value={name} onChange={(e) => setName(e.target.value)} />}
        </Field>
        <SegmentedControl
          className="self-end justify-self-start"
          aria-label="What changes"
          value={kind}
          onValueChange={(next) => {
            setKind(next);
            choose("");
          }}
          options={[
            { value: "program", label: "Program" },
            { value: "snapshot", label: "Switch" },
          ]}
        />
        <Field label={kind === "program" ? "Program" : "Switch"}>
          {(control) => (
            <Select
              {...control}
              value={source || undefined}
              placeholder="Choose"
              onValueChange={choose}
              options={(sources ?? []).map((each) => ({
                value: "latest" in each ? each.latest.id : each.id,
                label: each.name,
              }))}
            />
          )}
        </Field>
        <Field label="Before">
          {(control) => (
            <Select
              {...control}
              value={before}
              placeholder="Choose"
              onValueChange={setBefore}
              options={sides}
            />
          )}
        </Field>
        <Field label="After">
          {(control) => (
            <Select
              {...control}
              value={after}
              placeholder="Choose"
              onValueChange={setAfter}
              options={sides}
            />
          )}
        </Field>
        <Field label="Device profile" optional>
          {(control) => <DeviceProfileSelect {...control} value={device} onValueChange={setDevice} />}
        </Field>
        <Field label="Budget of the slowest path" optional hint="On the device profile">
          {(control) => (
            <NumberInput
              {...control}
              value={maxUs}
              onValueChange={setMaxUs}
              unit={LATENCY_UNIT_LABEL.us}
              min={0.001}
              step={1}
            />
          )}
        </Field>
        <Field label="Slower by at most" optional>
          {(control) => (
            <NumberInput {...control} value={slower} onValueChange={setSlower} unit="%" min={0} step={1} />
          )}
        </Field>
        <Field
          label="Recorded traffic"
          optional
          hint="Frames of a capture, or a packet for each flow that reports showed"
        >
          {(control) => (
            <OptionalSelect
              {...control}
              value={capture}
              onValueChange={setCapture}
              options={[
                { value: LAST_DAY, label: "flows of the last day" },
                ...(captures.data?.captures ?? [])
                  .filter(({ state }) => state === "ready")
                  .map(({ id, name: title }) => ({ value: id, label: title })),
              ]}
            />
          )}
        </Field>
        <div className="flex flex-col gap-2 self-center">
          <Switch label="No path may be removed" checked={keepPaths} onCheckedChange={setKeepPaths} />
          {kind === "snapshot" ? (
            <Switch label="No entry may change" checked={keepEntries} onCheckedChange={setKeepEntries} />
          ) : null}
          <Switch
            label="No packet may leave differently"
            checked={keepPackets}
            onCheckedChange={setKeepPackets}
          />
        </div>
      </FormGrid>
    </FormDialog>
  );
}

/** Versions of a program, or snapshots of a switch, newest first. */
function useSides(kind: Kind, source: string | undefined): { value: string; label: string }[] {
  const trpc = useTRPC();
  const chosen = source !== undefined && source !== "";
  const versions = useQuery(
    trpc.programs.get.queryOptions({ versionId: source ?? "" }, { enabled: chosen && kind === "program" }),
  );
  const snapshots = useQuery(
    trpc.switches.snapshots.queryOptions({ id: source ?? "" }, { enabled: chosen && kind === "snapshot" }),
  );
  if (!chosen) return [];
  return kind === "program"
    ? (versions.data?.versions ?? []).map(({ id, number, createdAt }) => ({
        value: id,
        label: `version ${number}, ${formatDateTime(Date.parse(createdAt))}`,
      }))
    : (snapshots.data ?? []).map(({ id, takenAt, cause, summary }) => ({
        value: id,
        label: `${formatDateTime(Date.parse(takenAt))}: ${cause}, ${summary.entities} entries`,
      }));
}
