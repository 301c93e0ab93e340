"use client";
import {
  AlertDialog,
  Badge,
  Breadcrumbs,
  EmptyState,
  IconButton,
  nameLink,
  PageHeader,
  Panel,
  Table,
} from "@p4twin/ui";
import { formatBytes, formatCount, formatDateTime, formatRelativeTime } from "@p4twin/ui/format";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FileClock, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { AppLink } from "@/lib/AppLink.tsx";
import { countOf } from "@/lib/countOf.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { useTRPC } from "@/lib/trpc.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import { type CaptureEntry, isUnderWay, stateWords } from "./captureWords.ts";
import { UploadPanel } from "./UploadPanel.tsx";

/** Captures of the workspace: upload one, open one, see the disk that they take. */
export function CapturesPage() {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const router = useRouter();
  const mayChange = useMayChange();
  const [removing, setRemoving] = useState<CaptureEntry | null>(null);
  const captures = useQuery(
    trpc.captures.list.queryOptions(undefined, {
      refetchInterval: ({ state }) =>
        state.data?.captures.some((c) => isUnderWay(c.state)) ? 1_500 : 30_000,
    }),
  );
  const remove = useMutation(
    trpc.captures.remove.mutationOptions({
      onSuccess: () => cache.invalidateQueries({ queryKey: trpc.captures.pathKey() }),
    }),
  );
  return (
    <>
      <PageHeader
        title="Captures"
        summary="Report datagrams from a file: inspect it, test it against a deployment, replay it into its twin."
      >
        <Breadcrumbs
          LinkComponent={AppLink}
          crumbs={[{ label: "Telemetry", href: "/telemetry" }, { label: "Captures" }]}
        />
      </PageHeader>
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        <QueryView query={captures} what="The captures">
          {({ captures: list, usedBytes, maxTotalBytes, maxFileBytes }) => (
            <>
              {mayChange ? <UploadPanel maxFileBytes={maxFileBytes} /> : null}
              <Panel
                title={countOf(list.length, "capture")}
                subtitle={`${formatBytes(usedBytes)} of ${formatBytes(maxTotalBytes)} taken`}
                bodyClassName="p-0 overflow-x-auto"
              >
                <Table
                  caption="Captures"
                  rows={list}
                  rowKey={(c) => c.id}
                  onSelect={(c) => router.push(`/telemetry/captures/${c.id}`)}
                  empty={
                    <EmptyState icon={<FileClock aria-hidden />} title="No capture yet">
                      Record what switches send, for example with{" "}
                      <code className="font-mono">tcpdump -w reports.pcap udp port 32766</code>, and drop the
                      file above.
                    </EmptyState>
                  }
                  columns={[
                    {
                      id: "name",
                      header: "Name",
                      cell: (c) => (
                        <AppLink href={`/telemetry/captures/${c.id}`} className={nameLink}>
                          {c.name}
                        </AppLink>
                      ),
                    },
                    {
                      id: "state",
                      header: "State",
                      cell: (c) => {
                        const { text, tone } = stateWords(c.state);
                        return (
                          <Badge tone={tone} title={c.failure ?? undefined}>
                            {text}
                          </Badge>
                        );
                      },
                    },
                    { id: "frames", header: "Frames", numeric: true, cell: (c) => formatCount(c.frames) },
                    { id: "bytes", header: "Size", numeric: true, cell: (c) => formatBytes(c.bytes) },
                    {
                      id: "created",
                      header: "Uploaded",
                      cell: (c) => {
                        const at = Date.parse(c.createdAt);
                        return <span title={formatDateTime(at)}>{formatRelativeTime(at, Date.now())}</span>;
                      },
                    },
                    { id: "by", header: "By", cell: (c) => c.createdBy ?? "–" },
                    ...(mayChange
                      ? [
                          {
                            id: "remove",
                            header: <span className="sr-only">Remove</span>,
                            className: "w-10",
                            cell: (c: CaptureEntry) => (
                              <IconButton
                                size="sm"
                                label={`Remove ${c.name}`}
                                icon={<Trash2 aria-hidden />}
                                onClick={() => setRemoving(c)}
                              />
                            ),
                          },
                        ]
                      : []),
                  ]}
                />
              </Panel>
            </>
          )}
        </QueryView>
      </div>
      <AlertDialog
        open={removing !== null}
        onOpenChange={(open) => (open ? null : setRemoving(null))}
        title={`Remove ${removing?.name ?? "the capture"}?`}
        description="Its file is deleted and cannot be brought back. What its replays have put into twins is taken out again."
        actionLabel="Remove capture"
        onAction={() => {
          if (removing) remove.mutate({ id: removing.id });
          setRemoving(null);
        }}
      />
    </>
  );
}
