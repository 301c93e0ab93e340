"use client";
import { useQuery } from "@tanstack/react-query";

/** A page or a heading of the documentation, as the search finds it. */
export type DocEntry = { id: string; label: string; keywords: string[]; href: string };

/** Pages and headings of the documentation, as the build wrote them; read once. */
export const useDocIndex = (enabled = true) =>
  useQuery({
    queryKey: ["docs-index"],
    queryFn: async (): Promise<DocEntry[]> => (await fetch("/docs-index")).json(),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
