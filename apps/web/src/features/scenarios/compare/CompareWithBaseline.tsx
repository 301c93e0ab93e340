"use client";
import { Button } from "@p4twin/ui";
import { GitCompareArrows } from "lucide-react";
import { AppLink } from "@/lib/AppLink.tsx";
import { compareHref } from "./compareUrl.ts";

export type CompareWithBaselineProps = {
  versionId: string;
  /** the shown answer, as the address names it */
  address: { placement: string | null; answer: string | null };
  changes: string;
};

/** Puts the what-if beside what it started from. */
export function CompareWithBaseline({ versionId, address, changes }: CompareWithBaselineProps) {
  if (changes === "") return null;
  const base = { versionId, answer: address.placement ?? address.answer ?? "", changes: "" };
  return (
    <Button size="sm" asChild>
      <AppLink href={compareHref([base, { ...base, changes }])}>
        <GitCompareArrows aria-hidden /> Side by side
      </AppLink>
    </Button>
  );
}
