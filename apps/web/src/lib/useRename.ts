"use client";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";

/**
 * Renames through the mutation cache, so that a refusal is told like every other, and refreshes what shows the name.
 */
export function useRename(rename: (name: string) => Promise<unknown>, pathKey: QueryKey) {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: rename,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: pathKey }),
  });
  return mutation.mutateAsync;
}
