"use client";
import { type Column, EmptyState, PageHeader, Panel, Table, textLink } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { AppLink } from "@/lib/AppLink.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";

type Engine = RouterOutputs["engines"]["list"][number];

const COLUMNS: readonly Column<Engine>[] = [
  { id: "id", header: "Engine", cell: (engine) => <code className="font-mono">{engine.id}</code> },
  { id: "title", header: "What it is", cell: (engine) => engine.title, className: "whitespace-normal" },
];

const KINDS: readonly {
  does: "estimates" | "places";
  title: string;
  about: string;
  href: string;
  where: string;
}[] = [
  {
    does: "estimates",
    title: "Estimators",
    about: "predict the latency of a path on a device",
    href: "/programs",
    where: "Choose one on the page of a program",
  },
  {
    does: "places",
    title: "Placement engines",
    about: "find the devices that chains run on",
    href: "/scenarios",
    where: "Choose one on the page of a scenario",
  },
];

/** Estimators and placement solvers, built in and plugged in alike. */
export function EnginesPage() {
  const trpc = useTRPC();
  const engines = useQuery(trpc.engines.list.queryOptions());
  return (
    <>
      <PageHeader title="Engines" summary="What predicts latencies, and what places chains." />
      <div className="px-4 pb-6 md:px-6">
        <QueryView query={engines} what="The engines">
          {(list) => (
            <div className="grid gap-3 lg:grid-cols-2 lg:items-start">
              {KINDS.map(({ does, title, about, href, where }) => (
                <Panel
                  key={does}
                  title={title}
                  subtitle={about}
                  bodyClassName="p-0 overflow-x-auto"
                  footer={
                    <AppLink href={href} className={textLink}>
                      {where}
                    </AppLink>
                  }
                >
                  <Table
                    caption={title}
                    columns={COLUMNS}
                    rows={list.filter((engine) => engine[does])}
                    rowKey={(engine) => engine.id}
                    empty={<EmptyState title={`This server has no ${title.toLowerCase()}`} />}
                  />
                </Panel>
              ))}
            </div>
          )}
        </QueryView>
      </div>
    </>
  );
}
