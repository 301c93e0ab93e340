"use client";
import { toast } from "@p4twin/ui";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";

type Change = (id: string) => Promise<unknown>;

/** How a kind of objects is removed and brought back, and which list shows it. */
export type Removal = { remove: Change; restore: Change; listKey: QueryKey };

/** Removes an object at once and offers to undo it: what removal hides, `restore` brings back. */
export function useRemoval(change: Removal) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: change.listKey });
  return async (id: string, name: string): Promise<void> => {
    await change.remove(id);
    await refresh();
    toast.success(`Removed ${name}`, {
      action: { label: "Undo", onClick: () => void change.restore(id).then(refresh) },
    });
  };
}
