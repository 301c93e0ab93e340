"use client";
import { Panel } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { Circle, CircleCheck } from "lucide-react";
import { ButtonLink } from "@/lib/ButtonLink.tsx";
import { useTRPC } from "@/lib/trpc.ts";
import { checklistOf } from "./checklist.ts";

/** What is done on the way to a live twin, and the next step; nothing once all is done. */
export function Checklist() {
  const trpc = useTRPC();
  const counted = { select: (list: readonly unknown[]) => list.length };
  const programs = useQuery(trpc.programs.list.queryOptions(undefined, counted));
  const clouds = useQuery(trpc.topologies.list.queryOptions(undefined, counted));
  const chains = useQuery(trpc.chains.list.queryOptions(undefined, counted));
  const placements = useQuery(trpc.placements.list.queryOptions({ limit: 1 }, counted));
  const deployments = useQuery(trpc.deployments.list.queryOptions(undefined, counted));
  const steps = checklistOf({
    programs: programs.data,
    clouds: clouds.data,
    chains: chains.data,
    placements: placements.data,
    deployments: deployments.data,
  });
  if (!steps) return null;
  const next = steps.find(({ done }) => !done);
  return (
    <Panel
      title="From a program to a live twin"
      subtitle={`${steps.filter(({ done }) => done).length} of ${steps.length} done`}
    >
      <ol className="flex flex-wrap gap-x-6 gap-y-2">
        {steps.map((step) => (
          <li key={step.id} className="flex items-center gap-2">
            {step.done ? (
              <CircleCheck aria-label="done" className="size-4 text-ok" />
            ) : (
              <Circle aria-label="to do" className="size-4 text-ink-3" />
            )}
            <span className={step.done ? "text-ink-2" : "font-medium"}>{step.title}</span>
            {step.done ? null : (
              <ButtonLink size="sm" variant={step === next ? "primary" : "secondary"} href={step.href}>
                {step.action}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
