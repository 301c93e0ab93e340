"use client";
import { Button } from "@p4twin/ui";
import { useMutation } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTRPC } from "@/lib/trpc.ts";

export type FreezePlacementProps = { placementId: string; name: string };

/** Freezes a placement as a report that keeps its own data, and opens it. */
export function FreezePlacement({ placementId, name }: FreezePlacementProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const freeze = useMutation(
    trpc.reports.freeze.mutationOptions({ onSuccess: (report) => router.push(`/reports/${report.id}`) }),
  );
  return (
    <Button
      icon={<FileText aria-hidden />}
      busy={freeze.isPending}
      onClick={() =>
        freeze.mutate({ title: `Placement of ${name}`, refs: { kind: "placement", placementId } })
      }
    >
      Freeze report
    </Button>
  );
}
