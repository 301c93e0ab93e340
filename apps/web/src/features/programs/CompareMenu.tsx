"use client";
import { Button, DropdownMenu, type MenuEntry } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { GitCompare } from "lucide-react";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";

export type CompareMenuProps = {
  version: RouterOutputs["programs"]["get"];
  /** the source was changed, so the stored version itself is something to compare with */
  changed: boolean;
  comparedWith: string | null;
  onCompare: (versionId: string) => void;
};

/** What this program can be compared with: its other versions, and other programs. */
export function CompareMenu({ version, changed, comparedWith, onCompare }: CompareMenuProps) {
  const trpc = useTRPC();
  const programs = useQuery(trpc.programs.list.queryOptions());
  const item = (id: string, label: string): MenuEntry => ({
    kind: "item",
    id,
    label,
    checked: id === comparedWith,
    onSelect: () => onCompare(id),
  });
  const versions = version.versions
    .filter(({ id }) => changed || id !== version.id)
    .map(({ id, number }) => item(id, `Version ${number}${id === version.id ? ", as stored" : ""}`));
  const others = (programs.data ?? [])
    .filter(({ id }) => id !== version.programId)
    .map(({ name, latest }) => item(latest.id, name));
  return (
    <DropdownMenu
      trigger={<Button icon={<GitCompare aria-hidden />}>Compare</Button>}
      entries={[
        ...(versions.length > 0 ? [{ kind: "heading" as const, id: "versions", label: "This program" }] : []),
        ...versions,
        { kind: "heading", id: "programs", label: "Other programs" },
        ...others,
      ]}
    />
  );
}
