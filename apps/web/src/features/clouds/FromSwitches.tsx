"use client";
import { Button } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { countOf } from "@/lib/countOf.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { useTRPC } from "@/lib/trpc.ts";

/** What attached switches see of each other by LLDP, as a cloud to begin with. */
export function FromSwitches({ onRead }: { onRead: (text: string, fileName: string) => void }) {
  const trpc = useTRPC();
  const neighbours = useQuery(trpc.switches.identity.neighbours.queryOptions());
  return (
    <QueryView query={neighbours} what="The neighbours of switches">
      {({ text, read, links, conflicts }) => (
        <div className="flex flex-col gap-2">
          <p className="text-ink-2">
            {read.length === 0
              ? "No switch was read by gNMI yet: give an attached switch its gNMI address under Ports and names."
              : `${countOf(read.length, "switch", "switches")} read by gNMI, ${countOf(links, "link")} by their LLDP neighbours.`}
          </p>
          {conflicts.map((conflict) => (
            <p key={conflict}>Left out: {conflict}.</p>
          ))}
          {read.length > 0 ? (
            <div>
              <Button onClick={() => onRead(text, "switches.json")}>Draw this cloud</Button>
            </div>
          ) : null}
        </div>
      )}
    </QueryView>
  );
}
