"use client";
import { libraryNames } from "@p4twin/models/library/names";
import { Alert, Button, Field, IconButton, Input, NumberInput, Select } from "@p4twin/ui";
import { Plus, X } from "lucide-react";
import { newFunction, type ServerDraft } from "./draft.ts";

export type ServerFieldsProps = {
  server: ServerDraft;
  wrong: string | undefined;
  onChange: (server: ServerDraft) => void;
};

const DRIVERS = [
  { value: "dpdk", label: "DPDK", hint: "polls the card from user space" },
  { value: "user", label: "User space", hint: "sockets" },
  { value: "kernel", label: "Kernel", hint: "interrupts" },
] as const;
const PROFILES = libraryNames("servers/profiles", ".json").map((id) => ({ value: id, label: id }));

/** The server that runs a VNF: its input and output, cycles and wait join the prediction. */
export function ServerFields({ server, wrong, onChange }: ServerFieldsProps) {
  const set = (change: Partial<ServerDraft>) => onChange({ ...server, ...change });
  const change = (index: number, one: Partial<ServerDraft["functions"][number]>) =>
    set({ functions: server.functions.map((f, i) => (i === index ? { ...f, ...one } : f)) });
  return (
    <fieldset className="flex w-full flex-col gap-2 border-l-2 pl-3">
      <legend className="sr-only">Server</legend>
      <div className="flex flex-wrap items-start gap-2">
        <Field label="Server profile" className="w-44">
          {(control) => (
            <Select
              {...control}
              value={server.profile}
              options={PROFILES}
              onValueChange={(profile) => set({ profile })}
            />
          )}
        </Field>
        <Field label="Cores" className="w-24">
          {(control) => (
            <NumberInput
              {...control}
              className="w-full"
              min={1}
              max={1024}
              value={server.cores}
              onValueChange={(cores) => set({ cores })}
            />
          )}
        </Field>
        <Field label="Driver" className="w-32">
          {(control) => (
            <Select
              {...control}
              value={server.driver}
              options={DRIVERS}
              onValueChange={(driver) => set({ driver })}
            />
          )}
        </Field>
        <Field label="Load" hint="Empty: as reported" className="w-36">
          {(control) => (
            <NumberInput
              {...control}
              className="w-full"
              unit="pkt/s"
              min={1}
              value={server.offeredPps}
              onValueChange={(offeredPps) => set({ offeredPps })}
            />
          )}
        </Field>
      </div>
      <ul className="flex flex-col gap-2">
        {server.functions.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: functions have no identity but their place
          <li key={index} className="flex flex-wrap items-end gap-2">
            <Field label={`Function ${index + 1}`} className="w-40">
              {(control) => (
                <Input
                  {...control}
                  placeholder="e.g. firewall"
                  value={one.type}
                  onChange={(e) => change(index, { type: e.target.value })}
                />
              )}
            </Field>
            <Field label="Cycles per packet" className="w-36">
              {(control) => (
                <NumberInput
                  {...control}
                  className="w-full"
                  min={1}
                  value={one.cyclesPerPacket}
                  onValueChange={(cyclesPerPacket) => change(index, { cyclesPerPacket })}
                />
              )}
            </Field>
            {server.functions.length > 1 ? (
              <IconButton
                label={`Remove function ${index + 1}`}
                icon={<X aria-hidden />}
                onClick={() => set({ functions: server.functions.filter((_, i) => i !== index) })}
              />
            ) : null}
          </li>
        ))}
      </ul>
      <Button
        size="sm"
        className="self-start"
        icon={<Plus aria-hidden />}
        onClick={() => set({ functions: [...server.functions, newFunction()] })}
      >
        Add function
      </Button>
      {wrong ? <Alert tone="bad" title={wrong} /> : null}
    </fieldset>
  );
}
