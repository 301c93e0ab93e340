"use client";
import { Button, DropdownMenu } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { ChevronsUpDown } from "lucide-react";
import { useEffect } from "react";
import { useTRPC } from "@/lib/trpc.ts";
import { goToWorkspace, stayIn } from "@/lib/workspace.ts";

/** The workspace that the page shows; a menu where there are several. */
export function WorkspaceMenu() {
  const trpc = useTRPC();
  const mine = useQuery(trpc.workspaces.mine.queryOptions(undefined, { staleTime: 5 * 60_000 }));
  const current = mine.data?.find((w) => w.current);
  useEffect(() => {
    if (current) stayIn(current.id);
  }, [current]);
  if (!mine.data) return <span className="truncate font-medium text-ink-3">Workspace</span>;
  if (!current) return <span className="truncate font-medium">No workspace</span>;
  if (mine.data.length === 1) return <span className="truncate font-medium">{current.name}</span>;
  return (
    <DropdownMenu
      align="start"
      trigger={
        <Button variant="ghost" aria-label={`Workspace: ${current.name}`} className="min-w-0">
          <span className="max-w-40 truncate font-medium max-sm:max-w-24">{current.name}</span>
          <ChevronsUpDown aria-hidden className="size-3.5 text-ink-3" />
        </Button>
      }
      entries={[
        { kind: "heading", id: "workspaces", label: "Workspaces" },
        ...mine.data.map(({ id, name, role }) => ({
          kind: "item" as const,
          id,
          label: (
            <>
              {name} <span className="text-ink-3">{role}</span>
            </>
          ),
          checked: id === current.id,
          onSelect: () => (id === current.id ? undefined : goToWorkspace(id)),
        })),
      ]}
    />
  );
}
