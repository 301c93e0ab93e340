import type { RouterOutputs } from "@/lib/trpc.ts";

export type Role = RouterOutputs["users"]["list"][number]["role"];

/** Roles as they are chosen, from least to most. */
export const ROLE_OPTIONS: readonly { value: Role; label: string; hint: string }[] = [
  { value: "viewer", label: "viewer", hint: "sees everything" },
  { value: "operator", label: "operator", hint: "also changes the cloud" },
  { value: "owner", label: "owner", hint: "also manages people" },
];
