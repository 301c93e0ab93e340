"use client";
import { Alert, Breadcrumbs, EmptyState, PageHeader, SkeletonRows } from "@p4twin/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { useState } from "react";
import { AppLink } from "@/lib/AppLink.tsx";
import { DiagnosticList } from "@/lib/DiagnosticList.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterInputs, type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import { RefitActions } from "./RefitActions.tsx";
import { RefitAnswer } from "./RefitAnswer.tsx";
import { RefitSource } from "./RefitSource.tsx";
import { useRefitUrl } from "./refitUrl.ts";

type Twin = RouterOutputs["twin"]["get"];
export type RefitInput = RouterInputs["refits"]["propose"];
export type Upload = { text: string; fileName: string };

/** A profile fitted anew to what was observed: the proposal beside the published values, then a new version of it. */
export function RefitPage({ deploymentId }: { deploymentId: string }) {
  const trpc = useTRPC();
  const twin = useQuery(trpc.twin.get.queryOptions({ deploymentId }));
  return (
    <QueryView query={twin} what="The twin" list="/twin" skeleton={<SkeletonRows rows={8} />}>
      {(data) => <RefitView twin={data} />}
    </QueryView>
  );
}

/** Profiles that the deployment's switches are bound to, by id. */
const devicesOf = ({ segments }: Twin): string[] => [
  ...new Set(
    segments.flatMap(({ segment }) =>
      segment.elements.flatMap((e) => (e.kind === "switch" && e.device ? e.device : [])),
    ),
  ),
];

function RefitView({ twin }: { twin: Twin }) {
  const trpc = useTRPC();
  const mayChange = useMayChange();
  const [url, setUrl, range] = useRefitUrl();
  const [upload, setUpload] = useState<Upload | null>(null);
  const devices = devicesOf(twin);
  const device = url.device ?? devices[0] ?? null;
  const input: RefitInput | null =
    device === null || (!url.live && upload === null)
      ? null
      : {
          device,
          ...(url.live && {
            live: {
              range: {
                from: new Date(range[0] * 1000).toISOString(),
                to: new Date(range[1] * 1000).toISOString(),
              },
            },
          }),
          ...(upload && { upload }),
        };
  const proposal = useQuery(
    trpc.refits.propose.queryOptions(input ?? { device: "" }, {
      enabled: input !== null,
      placeholderData: keepPreviousData,
      staleTime: Infinity,
    }),
  );
  const refit = proposal.data;
  return (
    <>
      <PageHeader
        title="Refit a profile"
        summary="Costs are refitted from observed latency where the data allow; the rest stay as published. Nothing is overwritten."
      >
        <Breadcrumbs
          LinkComponent={AppLink}
          crumbs={[
            { label: "Twin", href: "/twin" },
            { label: twin.name, href: `/twin/${twin.deploymentId}` },
            { label: "Refit" },
          ]}
        />
      </PageHeader>
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        <RefitSource
          devices={devices}
          device={device}
          live={url.live}
          range={range}
          upload={upload}
          setUrl={(next) => void setUrl(next)}
          onUpload={setUpload}
        />
        {input === null ? (
          <EmptyState icon={<ChartNoAxesColumn aria-hidden />} title="Nothing to fit to yet">
            {device === null
              ? "No switch of this deployment is bound to a profile."
              : "Take live windows, drop a table of measurements, or both."}
          </EmptyState>
        ) : (
          <QueryView query={proposal} what="The refit" skeleton={<SkeletonRows rows={10} />}>
            {(answer) =>
              answer.ok ? (
                <RefitAnswer refit={answer} />
              ) : (
                <Alert tone="warn" title="These observations cannot be fitted">
                  <DiagnosticList diagnostics={answer.diagnostics} className="mt-1" />
                </Alert>
              )
            }
          </QueryView>
        )}
        {mayChange && input && refit?.ok ? (
          <RefitActions twin={twin} input={input} refit={refit} stale={proposal.isPlaceholderData} />
        ) : null}
      </div>
    </>
  );
}
