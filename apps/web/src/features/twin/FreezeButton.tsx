"use client";
import { Button } from "@p4twin/ui";
import { useMutation } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTRPC } from "@/lib/trpc.ts";

/** Freezes what the page shows as a report and opens it. `range` in epoch seconds. */
export function FreezeButton({
  deploymentId,
  name,
  range,
}: {
  deploymentId: string;
  name: string;
  range: () => [number, number];
}) {
  const trpc = useTRPC();
  const router = useRouter();
  const freeze = useMutation(
    trpc.reports.freeze.mutationOptions({ onSuccess: (report) => router.push(`/reports/${report.id}`) }),
  );
  return (
    <Button
      busy={freeze.isPending}
      onClick={() => {
        const [from, to] = range().map((s) => new Date(s * 1000).toISOString());
        freeze.mutate({ title: `Twin of ${name}`, refs: { kind: "twin", deploymentId, from, to } });
      }}
    >
      <FileText aria-hidden /> Freeze report
    </Button>
  );
}
