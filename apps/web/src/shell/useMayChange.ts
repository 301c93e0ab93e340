"use client";
import { useSession } from "./useSession.ts";

/** True when the signed-in person may change what the cloud is; viewers see everything and change nothing. */
export function useMayChange(): boolean {
  const role = useSession().data?.role;
  return role === "operator" || role === "owner";
}
