import type { ProcessRole } from "../../roles.ts";

/** What the end of a process with these roles costs at most, for people. */
export function lossOf(roles: readonly ProcessRole[]): string {
  if (roles.includes("collector"))
    return "The open second is lost, and what switches sent until the process listened again; closed windows were kept.";
  if (roles.includes("writer")) return "Windows waited on disk meanwhile.";
  if (roles.includes("http")) return "Pages and streams reconnect by themselves.";
  return "Jobs and alerts continue where they were.";
}
