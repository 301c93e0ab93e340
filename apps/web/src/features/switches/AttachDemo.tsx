"use client";
import { Button } from "@p4twin/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Radio } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTRPC } from "@/lib/trpc.ts";

/** Our choice: the demo's switches are near, and a change by a shell should be seen soon. */
const POLL_S = 5;

/**
 * Attaches the first switch of the demo cloud that is not attached yet, with the profile that predicts it; nothing
 * where the demo does not run.
 */
export function AttachDemo({ attached }: { attached: readonly { address: string }[] }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const router = useRouter();
  const demo = useQuery(trpc.demo.state.queryOptions());
  const attach = useMutation(
    trpc.switches.attach.mutationOptions({
      onSuccess: async ({ id }) => {
        await cache.invalidateQueries({ queryKey: trpc.switches.pathKey() });
        router.push(`/switches/${id}`);
      },
    }),
  );
  const next = demo.data?.controlled.find((each) =>
    attached.every(({ address }) => address !== each.address),
  );
  if (!next) return null;
  const { switch: id, address, deviceId, device } = next;
  return (
    <Button
      busy={attach.isPending}
      onClick={() => attach.mutate({ name: id, address, deviceId, device, pollS: POLL_S })}
    >
      <Radio aria-hidden /> Attach to demo switch {id}
    </Button>
  );
}
