"use client";
import { Button, DropdownMenu } from "@p4twin/ui";
import { formatDateTime } from "@p4twin/ui/format";
import { ChevronDown, History } from "lucide-react";

type VersionEntry = { id: string; number: number; createdAt: string };
export type VersionMenuProps = {
  versions: readonly VersionEntry[];
  currentId: string;
  onOpen: (id: string) => void;
};

/** The versions of an object, newest first; each has its own address. */
export function VersionMenu({ versions, currentId, onOpen }: VersionMenuProps) {
  const current = versions.find((version) => version.id === currentId);
  return (
    <DropdownMenu
      trigger={
        <Button icon={<History aria-hidden />}>
          Version {current?.number ?? "?"} of {versions.length}
          <ChevronDown aria-hidden />
        </Button>
      }
      entries={versions.map((version) => ({
        kind: "item" as const,
        id: version.id,
        label: `Version ${version.number}, ${formatDateTime(Date.parse(version.createdAt))}`,
        checked: version.id === currentId,
        onSelect: () => onOpen(version.id),
      }))}
    />
  );
}
