import type { Verdict } from "@p4twin/ui";
import type { RouterOutputs } from "./trpc.ts";

/** A verdict of the API in the spelling of the badge. */
export const badgeVerdict = (verdict: RouterOutputs["twin"]["overview"][number]["verdict"]): Verdict =>
  verdict === "noData" ? "no-data" : verdict;
