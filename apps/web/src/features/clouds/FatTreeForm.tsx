"use client";
import { type FatTreeShape, fatTree, fatTreeDefaults, type Topology } from "@p4twin/models/topology";
import { Button, Field, NumberInput, Select, type SelectOption } from "@p4twin/ui";
import { type FormEvent, useState } from "react";
import { countOf } from "@/lib/countOf.ts";

const NONE = "none";
/** What the API takes as one text, and a page still holds (our choice). */
const MOST_NODES = 40_000;

export type FatTreeFormProps = {
  /** ids and titles of the device profiles */
  profiles: readonly SelectOption<string>[];
  onGenerate: (topology: Topology) => void;
};

/** Racks of servers with SmartNICs and top-of-rack switches under plain cores (thesis Sec. 5.3.1). */
export function FatTreeForm({ profiles, onGenerate }: FatTreeFormProps) {
  const [racks, setRacks] = useState<number | null>(4);
  const [servers, setServers] = useState<number | null>(4);
  const [cores, setCores] = useState<number | null>(fatTreeDefaults.cores);
  const [serverProfile, setServerProfile] = useState("cpu");
  const [accelerator, setAccelerator] = useState("npu");
  const [tor, setTor] = useState("asic");
  const optional: readonly SelectOption<string>[] = [{ value: NONE, label: "none" }, ...profiles];
  const nodes = (racks ?? 0) * (1 + (servers ?? 0) * (accelerator === NONE ? 1 : 2)) + (cores ?? 0);
  const whole = [racks, servers, cores].every((n) => n !== null && Number.isInteger(n) && n >= 1);

  const generate = (event: FormEvent): void => {
    event.preventDefault();
    if (!whole) return;
    const shape: FatTreeShape = {
      ...fatTreeDefaults,
      racks: racks ?? 1,
      serversPerRack: servers ?? 1,
      cores: cores ?? 1,
      serverProfile,
      accelerators: [accelerator === NONE ? null : accelerator],
      tors: [tor === NONE ? null : tor],
    };
    onGenerate(fatTree(shape));
  };
  const count = (label: string, value: number | null, set: (n: number | null) => void, max: number) => (
    <Field label={label} className="w-28">
      {(field) => (
        <NumberInput {...field} value={value} onValueChange={set} min={1} max={max} className="w-full" />
      )}
    </Field>
  );
  const pick = (
    label: string,
    value: string,
    set: (id: string) => void,
    options: readonly SelectOption<string>[],
  ) => (
    <Field label={label} className="w-44">
      {(field) => <Select {...field} value={value} onValueChange={set} options={options} />}
    </Field>
  );
  return (
    <form aria-label="Fat tree" onSubmit={generate} className="flex flex-wrap items-end gap-3">
      {count("Racks", racks, setRacks, 1000)}
      {count("Servers per rack", servers, setServers, 64)}
      {count("Core switches", cores, setCores, 16)}
      {pick("Servers", serverProfile, setServerProfile, profiles)}
      {pick("SmartNICs", accelerator, setAccelerator, optional)}
      {pick("Top-of-rack switches", tor, setTor, optional)}
      <Button
        type="submit"
        disabled={!whole || nodes > MOST_NODES}
        title={nodes > MOST_NODES ? `${nodes} nodes are too many; at most ${MOST_NODES}` : undefined}
      >
        Generate {whole ? countOf(nodes, "node") : ""}
      </Button>
    </form>
  );
}
