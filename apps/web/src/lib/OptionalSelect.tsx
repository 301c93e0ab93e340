"use client";
import { Select, type SelectOption } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { profileOption } from "@/lib/profileOption.ts";
import { useTRPC } from "@/lib/trpc.ts";

const NONE = "none";

type Chosen = Omit<ComponentProps<typeof Select<string>>, "value" | "onValueChange" | "options"> & {
  /** null: nothing is chosen */
  value: string | null;
  onValueChange: (value: string | null) => void;
};

/** A select whose first option, with the label `none`, is to choose nothing. */
export function OptionalSelect({
  value,
  onValueChange,
  options,
  none = "none",
  ...select
}: Chosen & { options: readonly SelectOption<string>[]; none?: string }) {
  return (
    <Select
      {...select}
      value={value ?? NONE}
      onValueChange={(next) => onValueChange(next === NONE ? null : next)}
      options={[{ value: NONE, label: none }, ...options]}
    />
  );
}

/** One of the device profiles, or none. */
export function DeviceProfileSelect(chosen: Chosen) {
  const trpc = useTRPC();
  const devices = useQuery(trpc.devices.list.queryOptions());
  const options = (devices.data ?? []).map(({ document }) => profileOption(document, []));
  return <OptionalSelect {...chosen} options={options} />;
}

/** The latest version of one of the programs, or what the switch itself reports. */
export function RunningProgramSelect(chosen: Chosen) {
  const trpc = useTRPC();
  const programs = useQuery(trpc.programs.list.queryOptions());
  const options = (programs.data ?? []).map(({ name, latest }) => ({ value: latest.id, label: name }));
  return <OptionalSelect {...chosen} options={options} none="as the switch reports" />;
}
