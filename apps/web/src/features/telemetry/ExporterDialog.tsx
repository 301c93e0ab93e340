"use client";
import { DIALECTS, type DialectId } from "@p4twin/models/telemetry";
import { Button, Field, Input, NumberInput, Select, Switch } from "@p4twin/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog, FormGrid } from "@/lib/FormDialog.tsx";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { useTRPC } from "@/lib/trpc.ts";
import type { ListedExporter } from "./useExporters.ts";

const UNITS = [
  { value: "dialect", label: "as the dialect says" },
  { value: "ns", label: "nanoseconds" },
  { value: "us", label: "microseconds" },
] as const;
type Unit = (typeof UNITS)[number]["value"];

export type ExporterDialogProps = {
  /** null: the address is typed in */
  address: string | null;
  /** what is set now */
  listed: ListedExporter | null;
  onClose: () => void;
};

/** What is set for one exporter: its name, whether it is taken, how its bytes are read, how many of them. */
export function ExporterDialog({ address, listed, onClose }: ExporterDialogProps) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const [typed, setTyped] = useState(address ?? "");
  const [label, setLabel] = useState(listed?.label ?? "");
  const [accepted, setAccepted] = useState(listed?.accepted ?? true);
  const [dialect, setDialect] = useState<DialectId>(listed?.profile.dialect ?? "auto");
  const [timestampUnit, setTimestampUnit] = useState<Unit>(listed?.profile.timestampUnit ?? "dialect");
  const [latencyUnit, setLatencyUnit] = useState<Unit>(listed?.profile.latencyUnit ?? "dialect");
  const [rate, setRate] = useState<number | null>(listed?.maxDatagramsPerSecond ?? null);
  const [oneIn, setOneIn] = useState<number | null>(listed?.sampleOneIn ?? 1);
  const done = {
    meta: SHOWN_INLINE,
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: trpc.telemetry.pathKey() });
      onClose();
    },
  };
  const save = useMutation(trpc.telemetry.exporters.upsert.mutationOptions(done));
  const forget = useMutation(trpc.telemetry.exporters.remove.mutationOptions(done));
  const submit = () => {
    // what this dialog does not show stays as it was set
    const { timestampUnit: _t, latencyUnit: _l, ...kept } = listed?.profile ?? {};
    save.mutate({
      address: typed,
      label: label.trim() || null,
      accepted,
      profile: {
        ...kept,
        dialect,
        ...(timestampUnit === "dialect" ? {} : { timestampUnit }),
        ...(latencyUnit === "dialect" ? {} : { latencyUnit }),
      },
      maxDatagramsPerSecond: rate,
      sampleOneIn: oneIn ?? 1,
    });
  };
  return (
    <FormDialog
      title={address === null ? "List an exporter" : `Settings of ${listed?.label ?? address}`}
      description="In force for the next datagram; what was counted stays."
      className="w-[min(40rem,calc(100vw-2rem))]"
      action="Save settings"
      ready={typed.trim() !== ""}
      busy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
      error={save.error ?? forget.error}
      others={
        listed ? (
          <Button busy={forget.isPending} onClick={() => forget.mutate({ address: listed.address })}>
            Forget settings
          </Button>
        ) : null
      }
    >
      <FormGrid>
        {address === null ? (
          <Field label="Address" hint="The source address of its datagrams">
            {(control) => (
              <Input
                {...control}
                value={typed}
                placeholder="10.0.0.1"
                onChange={(e) => setTyped(e.target.value)}
              />
            )}
          </Field>
        ) : null}
        <Field label="Label" optional hint="Shown instead of the address">
          {(control) => <Input {...control} value={label} onChange={(e) => setLabel(e.target.value)} />}
        </Field>
        <div className="self-center">
          <Switch label="Accept its datagrams" checked={accepted} onCheckedChange={setAccepted} />
        </div>
        <Field label="Dialect" hint={DIALECTS.find((d) => d.id === dialect)?.note} className="sm:col-span-2">
          {(control) => (
            <Select
              {...control}
              value={dialect}
              onValueChange={setDialect}
              options={DIALECTS.map(({ id, title }) => ({ value: id, label: title }))}
            />
          )}
        </Field>
        <Field label="Unit of its timestamps">
          {(control) => (
            <Select {...control} value={timestampUnit} onValueChange={setTimestampUnit} options={UNITS} />
          )}
        </Field>
        <Field label="Unit of its hop latencies">
          {(control) => (
            <Select {...control} value={latencyUnit} onValueChange={setLatencyUnit} options={UNITS} />
          )}
        </Field>
        <Field label="At most" optional hint="More are dropped, and counted">
          {(control) => (
            <NumberInput
              {...control}
              value={rate}
              onValueChange={setRate}
              unit="datagrams/s"
              min={1}
              step={100}
            />
          )}
        </Field>
        <Field label="Read one in" hint="The others are counted as sampled out">
          {(control) => (
            <NumberInput {...control} value={oneIn} onValueChange={setOneIn} min={1} max={65_536} step={1} />
          )}
        </Field>
      </FormGrid>
    </FormDialog>
  );
}
