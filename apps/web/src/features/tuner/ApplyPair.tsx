"use client";
import type { TuneCell } from "@p4twin/models/control";
import { Button, toast } from "@p4twin/ui";
import { formatLatencyWithUnit } from "@p4twin/ui/format";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";

type Segment = RouterOutputs["twin"]["get"]["segments"][number]["segment"];

/**
 * Sets the pair on a running segment; its alarm stays as it is. The lines of the twin move at once; undo sets
 * the pair before.
 */
export function ApplyPair({
  deploymentId,
  segment,
  cell,
}: {
  deploymentId: string;
  segment: Segment;
  cell: TuneCell;
}) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const set = useMutation(
    trpc.deployments.setThresholds.mutationOptions({
      onSuccess: () => cache.invalidateQueries({ queryKey: trpc.twin.get.queryKey() }),
    }),
  );
  const write = (plUs: number, dlUs: number) =>
    set.mutateAsync({
      id: deploymentId,
      segmentId: segment.id,
      thresholds: { plUs, dlUs, alarm: segment.alarm },
    });
  const { plUs, dlUs } = segment;
  return (
    <Button
      variant="primary"
      size="sm"
      busy={set.isPending}
      disabled={plUs === cell.plUs && dlUs === cell.dlUs}
      onClick={async () => {
        await write(cell.plUs, cell.dlUs);
        toast.success(
          `PL ${formatLatencyWithUnit(cell.plUs)}, DL ${formatLatencyWithUnit(cell.dlUs)} hold for ${segment.name}`,
          {
            action: { label: "Undo", onClick: () => void write(plUs, dlUs) },
          },
        );
      }}
    >
      Set on {segment.name}
    </Button>
  );
}
