"use client";
import { Field, Input, NumberInput, Switch, Textarea } from "@p4twin/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormDialog, FormGrid } from "@/lib/FormDialog.tsx";
import { DeviceProfileSelect, RunningProgramSelect } from "@/lib/OptionalSelect.tsx";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { useTRPC } from "@/lib/trpc.ts";

/** Address, device id, protection and what the switch is bound to. */
export function AttachDialog({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const router = useRouter();
  const [address, setAddress] = useState("");
  const [name, setName] = useState("");
  const [deviceId, setDeviceId] = useState("1");
  const [gnmi, setGnmi] = useState("");
  const [pollS, setPollS] = useState<number | null>(30);
  const [device, setDevice] = useState<string | null>(null);
  const [program, setProgram] = useState<string | null>(null);
  const [secure, setSecure] = useState(false);
  const [serverName, setServerName] = useState("");
  const [ca, setCa] = useState("");
  const [certificate, setCertificate] = useState("");
  const [key, setKey] = useState("");
  const attach = useMutation(
    trpc.switches.attach.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: async ({ id }) => {
        await cache.invalidateQueries({ queryKey: trpc.switches.pathKey() });
        router.push(`/switches/${id}`);
      },
    }),
  );
  const pem = (text: string): string | null => text.trim() || null;
  const submit = () =>
    attach.mutate({
      ...{ name: name.trim() || address.trim(), address, deviceId, secure, pollS: pollS ?? 0 },
      gnmiAddress: gnmi.trim() || null,
      ...{ device, programVersionId: program },
      serverName: secure ? serverName.trim() || null : null,
      tls: secure
        ? { ca: pem(ca), certificate: pem(certificate), key: pem(key) }
        : { ca: null, certificate: null, key: null },
    });
  return (
    <FormDialog
      title="Attach a switch"
      description="Read-only: no stream is opened and nothing is written, so no controller loses its role."
      className="w-[min(42rem,calc(100vw-2rem))]"
      action="Attach switch"
      ready={address.trim() !== ""}
      busy={attach.isPending}
      onSubmit={submit}
      onClose={onClose}
      error={attach.error}
      failed="The switch was not attached"
    >
      <FormGrid>
        <Field label="Address" hint="HOST:PORT; P4Runtime's port is 9559">
          {(control) => (
            <Input
              {...control}
              value={address}
              placeholder="10.0.0.5:9559"
              onChange={(e) => setAddress(e.target.value)}
            />
          )}
        </Field>
        <Field label="Device id" hint="BMv2 starts at 0, others at 1">
          {(control) => (
            <Input
              {...control}
              value={deviceId}
              inputMode="numeric"
              onChange={(e) => setDeviceId(e.target.value)}
            />
          )}
        </Field>
        <Field label="Name" optional hint="Its address when left out">
          {(control) => <Input {...control} value={name} onChange={(e) => setName(e.target.value)} />}
        </Field>
        <Field label="Read every" hint="0: only when asked. Reads hold off writes on most switches">
          {(control) => (
            <NumberInput
              {...control}
              value={pollS}
              onValueChange={setPollS}
              unit="s"
              min={0}
              max={86_400}
              step={5}
            />
          )}
        </Field>
        <Field label="Device profile" optional hint="Needed to predict latency">
          {(control) => <DeviceProfileSelect {...control} value={device} onValueChange={setDevice} />}
        </Field>
        <Field label="Program" optional hint="When the switch does not give its program back">
          {(control) => <RunningProgramSelect {...control} value={program} onValueChange={setProgram} />}
        </Field>
        <Field label="gNMI" optional hint="PORT or HOST:PORT, for names, ports and neighbours">
          {(control) => (
            <Input {...control} value={gnmi} placeholder="9339" onChange={(e) => setGnmi(e.target.value)} />
          )}
        </Field>
        <div className="sm:col-span-2">
          <Switch label="TLS" checked={secure} onCheckedChange={setSecure} />
        </div>
        {secure ? (
          <>
            <Field label="Name in its certificate" optional hint="When it is not that of the address">
              {(control) => (
                <Input {...control} value={serverName} onChange={(e) => setServerName(e.target.value)} />
              )}
            </Field>
            <Field label="CA" optional hint="PEM; public authorities when left out">
              {(control) => (
                <Textarea {...control} mono value={ca} rows={3} onChange={(e) => setCa(e.target.value)} />
              )}
            </Field>
            <Field label="Client certificate" optional hint="PEM, for mutual TLS">
              {(control) => (
                <Textarea
                  {...control}
                  mono
                  value={certificate}
                  rows={3}
                  onChange={(e) => setCertificate(e.target.value)}
                />
              )}
            </Field>
            <Field label="Key" optional hint="PEM; stored encrypted and not shown again">
              {(control) => (
                <Textarea {...control} mono value={key} rows={3} onChange={(e) => setKey(e.target.value)} />
              )}
            </Field>
          </>
        ) : null}
      </FormGrid>
    </FormDialog>
  );
}
