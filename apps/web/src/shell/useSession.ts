"use client";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/lib/trpc.ts";

/** Who is signed in. Asked once per page; a missing session leads to the sign-in page by the error seam. */
export function useSession() {
  const trpc = useTRPC();
  return useQuery(trpc.users.me.queryOptions(undefined, { staleTime: 5 * 60_000 }));
}
