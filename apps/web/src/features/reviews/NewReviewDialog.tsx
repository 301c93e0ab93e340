"use client";
import { Field, Input, NumberInput, SegmentedControl, Select, Switch } from "@p4twin/ui";
import { LATENCY_UNIT_LABEL } from "@p4twin/ui/format";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormDialog, FormGrid } from "@/lib/FormDialog.tsx";
import { DeviceProfileSelect, OptionalSelect } from "@/lib/OptionalSelect.tsx";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { ChosenFile, type ReadFile } from "./ChosenFile.tsx";
import { NO_SIDE, SideFields, sideOf } from "./SideFields.tsx";
import { KINDS, type Kind, useSources } from "./useReviewSides.ts";

/** How often a review that runs is asked how far it is. */
const POLL_MS = 1_000;

/** A choice beside the captures. */
const LAST_DAY = "last-day";

/** Two versions of a program, cloud or scenario, or two snapshots of a switch, and the rules. */
export function NewReviewDialog({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const router = useRouter();
  const [name, setName] = useState("");
  const [kind, setKind] = useState<Kind>("program");
  const [source, setSource] = useState<string>();
  const [before, setBefore] = useState(NO_SIDE);
  const [after, setAfter] = useState(NO_SIDE);
  const [device, setDevice] = useState<string | null>(null);
  const [profileBefore, setProfileBefore] = useState<string | null>(null);
  const [maxUs, setMaxUs] = useState<number | null>(null);
  const [slower, setSlower] = useState<number | null>(null);
  const [capture, setCapture] = useState<string | null>(null);
  const [rulesFile, setRulesFile] = useState<ReadFile | null>(null);
  const [keepPaths, setKeepPaths] = useState(false);
  const [keepEntries, setKeepEntries] = useState(false);
  const [keepPackets, setKeepPackets] = useState(false);
  const [keepPlaces, setKeepPlaces] = useState(true);
  const [keepMoves, setKeepMoves] = useState(false);
  const [keepTopology, setKeepTopology] = useState(false);
  const isCloud = kind === "topology" || kind === "scenario";
  const captures = useQuery(trpc.captures.list.queryOptions(undefined, { enabled: !isCloud }));
  const devices = useQuery(trpc.devices.list.queryOptions(undefined, { enabled: !isCloud }));
  const sources = useSources(kind);
  const profileVersions = devices.data?.find(({ id }) => id === device)?.versions ?? [];
  const create = useMutation(
    trpc.reviews.create.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: async ({ id }) => {
        await cache.invalidateQueries({ queryKey: trpc.reviews.pathKey() });
        router.push(`/reviews/${id}`);
      },
    }),
  );
  const [progressId, setProgressId] = useState<string | null>(null);
  const progress = useQuery(
    trpc.reviews.progress.queryOptions(
      { progressId: progressId ?? "" },
      { enabled: create.isPending && progressId !== null, refetchInterval: POLL_MS },
    ),
  );
  const sides = { before: sideOf(kind, before), after: sideOf(kind, after) };
  const ready = sides.before !== null && sides.after !== null && name.trim() !== "";
  const submit = () => {
    if (sides.before === null || sides.after === null) return;
    const id = crypto.randomUUID();
    setProgressId(id);
    const about = {
      progressId: id,
      ...{ name: name.trim(), before: sides.before, after: sides.after },
      rulesFile: rulesFile?.text ?? null,
    };
    const slowdown = slower === null ? {} : { maxSlowdownPercent: slower };
    if (isCloud) {
      create.mutate({
        ...about,
        rules: {
          ...(kind === "scenario" ? slowdown : {}),
          ...(keepTopology ? { topology: "forbid" as const } : {}),
          ...(kind === "scenario" && keepMoves ? { moves: "forbid" as const } : {}),
          ...(kind === "scenario" && !keepPlaces ? { chains: "allow" as const } : {}),
        },
      });
      return;
    }
    create.mutate({
      ...about,
      devices: device === null ? [] : [device],
      ...(device !== null && profileBefore !== null
        ? { devicesBefore: { [device]: Number(profileBefore) } }
        : {}),
      captureId: capture === LAST_DAY ? null : capture,
      recentHours: capture === LAST_DAY ? 24 : null,
      rules: {
        ...(device !== null && maxUs !== null ? { maxUs: { [device]: maxUs } } : {}),
        ...slowdown,
        ...(keepPaths ? { removedPaths: "forbid" as const } : {}),
        ...(keepEntries ? { entries: "forbid" as const } : {}),
        ...(keepPackets ? { packets: "forbid" as const } : {}),
      },
    });
  };
  const choose = (next: string) => {
    setSource(next);
    setBefore(NO_SIDE);
    setAfter(NO_SIDE);
  };
  return (
    <FormDialog
      title="Review a change"
      description="Compares paths, latency, entries and packets, or chains and their places; what is found is kept."
      className="w-[min(42rem,calc(100vw-2rem))]"
      action="Review change"
      ready={ready}
      busy={create.isPending}
      onSubmit={submit}
      onClose={onClose}
      error={create.error}
      failed="The change was not reviewed"
      others={
        create.isPending ? (
          <span role="status" className="mr-auto self-center text-xs text-ink-2">
            {progressWords(progress.data)}
          </span>
        ) : null
      }
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
          options={Object.entries(KINDS).map(([value, label]) => ({ value: value as Kind, label }))}
        />
        <Field label={KINDS[kind]}>
          {(control) => (
            <Select
              {...control}
              value={source || undefined}
              placeholder="Choose"
              onValueChange={choose}
              options={sources}
            />
          )}
        </Field>
        <SideFields
          {...{ kind, source }}
          title="Before"
          unplaced="solve it"
          side={before}
          onSide={setBefore}
        />
        <SideFields
          {...{ kind, source }}
          title="After"
          unplaced="chains stay where they were"
          side={after}
          onSide={setAfter}
        />
        {isCloud ? null : (
          <>
            <Field label="Device profile" optional>
              {(control) => (
                <DeviceProfileSelect
                  {...control}
                  value={device}
                  onValueChange={(id) => {
                    setDevice(id);
                    setProfileBefore(null);
                  }}
                />
              )}
            </Field>
            {profileVersions.length > 1 ? (
              <Field label="Profile before" optional>
                {(control) => (
                  <OptionalSelect
                    {...control}
                    value={profileBefore}
                    none="as it is now"
                    onValueChange={setProfileBefore}
                    options={profileVersions.map(({ number }) => ({
                      value: String(number),
                      label: `version ${number}`,
                    }))}
                  />
                )}
              </Field>
            ) : null}
            {rulesFile ? null : (
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
            )}
          </>
        )}
        {kind === "topology" || rulesFile ? null : (
          <Field label="Slower by at most" optional>
            {(control) => (
              <NumberInput {...control} value={slower} onValueChange={setSlower} unit="%" min={0} step={1} />
            )}
          </Field>
        )}
        {isCloud ? null : (
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
        )}
        <div className="flex flex-col gap-2 self-center">
          <ChosenFile
            what="rules"
            title="Rules"
            hint="p4twin.yaml, whose rules hold in place of these; optional"
            file={rulesFile}
            onFile={setRulesFile}
          />
          {rulesFile ? null : (
            <>
              {isCloud ? (
                <Switch
                  label="No node, link or chain may change"
                  checked={keepTopology}
                  onCheckedChange={setKeepTopology}
                />
              ) : null}
              {kind === "scenario" ? (
                <>
                  <Switch
                    label="No chain may lose its place or budget"
                    checked={keepPlaces}
                    onCheckedChange={setKeepPlaces}
                  />
                  <Switch label="No function may move" checked={keepMoves} onCheckedChange={setKeepMoves} />
                </>
              ) : null}
              {isCloud ? null : (
                <>
                  <Switch label="No path may be removed" checked={keepPaths} onCheckedChange={setKeepPaths} />
                  <Switch
                    label="No entry may change"
                    checked={keepEntries}
                    onCheckedChange={setKeepEntries}
                  />
                  <Switch
                    label="No packet may leave differently"
                    checked={keepPackets}
                    onCheckedChange={setKeepPackets}
                  />
                </>
              )}
            </>
          )}
        </div>
      </FormGrid>
    </FormDialog>
  );
}

type ReviewProgress = RouterOutputs["reviews"]["progress"];

function progressWords(progress: ReviewProgress | undefined): string | null {
  if (!progress) return null;
  if (progress.step === "analysis") return "Analysing both versions";
  return `${progress.packets.toLocaleString("en")} packet${progress.packets === 1 ? "" : "s"} sent through both`;
}
