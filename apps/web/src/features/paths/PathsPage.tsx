"use client";
import { Breadcrumbs, EmptyState, PageHeader, Panel } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { Network, Tags } from "lucide-react";
import { AppLink } from "@/lib/AppLink.tsx";
import { ButtonLink } from "@/lib/ButtonLink.tsx";
import { countOf } from "@/lib/countOf.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { useTRPC } from "@/lib/trpc.ts";
import { PathsTable } from "./PathsTable.tsx";
import type { PathEntry } from "./pathWords.ts";

const POLL_MS = 2_000;

/** Paths by where they were heard: now, then capture by capture. */
function grouped(
  paths: readonly PathEntry[],
): { key: string; title: string; href: string | null; paths: PathEntry[] }[] {
  const groups = new Map<string, PathEntry[]>([["live", []]]);
  for (const path of paths) {
    const key = path.source.kind === "live" ? "live" : path.source.captureId;
    groups.set(key, [...(groups.get(key) ?? []), path]);
  }
  return [...groups].map(([key, own]) => {
    const source = own[0]?.source;
    return source?.kind === "capture"
      ? { key, title: source.captureName, href: `/telemetry/captures/${key}`, paths: own }
      : { key, title: "Live", href: null, paths: own };
  });
}

/** Paths that reports show, live and in captures, each one click from its twin. */
export function PathsPage() {
  const trpc = useTRPC();
  const paths = useQuery(trpc.discovery.paths.queryOptions({}, { refetchInterval: POLL_MS }));
  return (
    <>
      <PageHeader
        title="Paths heard"
        summary="The paths that packets take, from the reports of each exporter. Make a twin of one: cloud, chain and bindings are filled in."
        actions={
          <ButtonLink href="/telemetry/nodes">
            <Tags aria-hidden /> Name nodes
          </ButtonLink>
        }
      >
        <Breadcrumbs
          LinkComponent={AppLink}
          crumbs={[{ label: "Telemetry", href: "/telemetry" }, { label: "Paths heard" }]}
        />
      </PageHeader>
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        <QueryView query={paths} what="The paths">
          {(list) =>
            grouped(list).map((group) => (
              <Panel
                key={group.key}
                title={group.title}
                subtitle={countOf(group.paths.length, "path")}
                bodyClassName="p-0 overflow-x-auto"
                actions={
                  group.href ? (
                    <ButtonLink size="sm" href={group.href}>
                      Open capture
                    </ButtonLink>
                  ) : null
                }
              >
                <PathsTable
                  caption={group.key === "live" ? "Paths heard live" : `Paths in ${group.title}`}
                  paths={group.paths}
                  empty={
                    <EmptyState icon={<Network aria-hidden />} title="No path yet">
                      Paths show as soon as reports with hops arrive. Point a switch here, or upload a
                      capture.
                    </EmptyState>
                  }
                />
              </Panel>
            ))
          }
        </QueryView>
      </div>
    </>
  );
}
