"use client";
import {
  Badge,
  type Column,
  EmptyState,
  IconButton,
  nameLink,
  PageHeader,
  Panel,
  Table,
  textLink,
} from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { Globe, Plus, Trash2 } from "lucide-react";
import { AppLink } from "@/lib/AppLink.tsx";
import { ButtonLink } from "@/lib/ButtonLink.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterOutputs, useTRPC, useTRPCClient } from "@/lib/trpc.ts";
import { useRemoval } from "@/lib/useRemoval.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import { AllowedHosts } from "./AllowedHosts.tsx";

type Engine = RouterOutputs["engines"]["list"][number];

const KIND: Record<Engine["kind"], string> = { "built-in": "built in", python: "Python", http: "HTTP" };

const nameColumn: Column<Engine> = {
  id: "title",
  header: "Engine",
  cell: ({ id, title, own }) =>
    own ? (
      <AppLink href={`/engines/${own.versionId}`} className={nameLink}>
        {title}
      </AppLink>
    ) : (
      <span>
        {title} <code className="font-mono text-xs text-ink-3">{id}</code>
      </span>
    ),
  className: "whitespace-normal",
};
const kindColumn: Column<Engine> = {
  id: "kind",
  header: "Kind",
  cell: ({ kind }) => <Badge tone={kind === "built-in" ? "neutral" : "accent"}>{KIND[kind]}</Badge>,
};

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
    title: "Placement solvers",
    about: "find the devices that chains run on",
    href: "/scenarios",
    where: "Choose one on the page of a scenario",
  },
];

/** Estimators and placement solvers, built in and own ones alike. */
export function EnginesPage() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const mayChange = useMayChange();
  const engines = useQuery(trpc.engines.list.queryOptions());
  const hosts = useQuery(trpc.engines.hosts.queryOptions());
  const remove = useRemoval({
    remove: (id) => client.engines.remove.mutate({ id }),
    restore: (id) => client.engines.restore.mutate({ id }),
    listKey: trpc.engines.list.queryKey(),
  });
  const removeColumn: Column<Engine> = {
    id: "remove",
    header: <span className="sr-only">Remove</span>,
    cell: ({ own, title }) =>
      own ? (
        <IconButton
          size="sm"
          label={`Remove ${title}`}
          icon={<Trash2 aria-hidden />}
          onClick={() => void remove(own.engineId, title)}
        />
      ) : null,
  };
  const columns = [nameColumn, kindColumn, ...(mayChange ? [removeColumn] : [])];
  return (
    <>
      <PageHeader
        title="Engines"
        summary="What predicts latencies, and what places chains: those of the product and your own."
        actions={
          mayChange ? (
            <>
              <ButtonLink href="/engines/new?kind=http">
                <Globe aria-hidden /> Connect over HTTP
              </ButtonLink>
              <ButtonLink variant="primary" href="/engines/new">
                <Plus aria-hidden /> Write engine
              </ButtonLink>
            </>
          ) : null
        }
      />
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
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
                    columns={columns}
                    rows={list.filter((engine) => engine[does])}
                    rowKey={(engine) => engine.id}
                    empty={<EmptyState title={`This server has no ${title.toLowerCase()}`} />}
                  />
                </Panel>
              ))}
            </div>
          )}
        </QueryView>
        <QueryView query={hosts} what="The allowed hosts">
          {(answer) => <AllowedHosts key={answer.hosts.join()} hosts={answer.hosts} />}
        </QueryView>
      </div>
    </>
  );
}
