"use client";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { goToSignIn } from "@/lib/signIn.ts";
import { useTRPC } from "@/lib/trpc.ts";

/** Who is signed in; null when nobody is, and then the sign-in page opens. */
export function useSession() {
  const trpc = useTRPC();
  const session = useQuery(trpc.users.me.queryOptions(undefined, { staleTime: 5 * 60_000 }));
  const signedOut = session.data === null;
  useEffect(() => {
    if (signedOut) goToSignIn();
  }, [signedOut]);
  return session;
}
