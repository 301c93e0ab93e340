"use client";
import { Breadcrumbs, EmptyState, PageHeader, SkeletonRows } from "@p4twin/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Cable } from "lucide-react";
import { AppLink } from "@/lib/AppLink.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { instants } from "@/lib/useFollowedRange.ts";
import { chosenSegment } from "../segment/chosenSegment.ts";
import { MissingSegment } from "../segment/MissingSegment.tsx";
import { ReplayAnswer } from "./ReplayAnswer.tsx";
import { ReplayControls } from "./ReplayControls.tsx";
import { readDevices, useReplayUrl } from "./replayUrl.ts";

type Twin = RouterOutputs["twin"]["get"];

/** As many as a chart has room for. */
const POINTS = 720;

/** What would have happened: a stored range held against another profile, engine or pair of limits, beside what was. */
export function ReplayPage({ deploymentId }: { deploymentId: string }) {
  const trpc = useTRPC();
  const twin = useQuery(trpc.twin.get.queryOptions({ deploymentId }));
  return (
    <QueryView query={twin} what="The twin" list="/twin" skeleton={<SkeletonRows rows={8} />}>
      {(data) => <ReplayView twin={data} />}
    </QueryView>
  );
}

function ReplayView({ twin }: { twin: Twin }) {
  const trpc = useTRPC();
  const replayUrl = useReplayUrl();
  const [url, , range] = replayUrl;
  const { chosen, missing } = chosenSegment(twin.segments, url.segment);
  const segment = chosen?.segment;
  const devices = readDevices(url.devices);
  const replay = useQuery(
    trpc.twin.replay.queryOptions(
      {
        deploymentId: twin.deploymentId,
        segmentId: segment?.id ?? "",
        range: instants(range),
        model: {
          ...(Object.keys(devices).length > 0 && { devices }),
          ...(url.engine !== null && { engine: url.engine }),
          ...(url.pl !== null && { plUs: url.pl }),
          ...(url.dl !== null && { dlUs: url.dl }),
        },
        maxPoints: POINTS,
      },
      { enabled: segment !== undefined, placeholderData: keepPreviousData, staleTime: Infinity },
    ),
  );
  return (
    <>
      <PageHeader
        title="What would have happened"
        summary="A stored range replayed with another profile, estimator or pair of limits: band, residual, coverage and alarms, next to the original."
      >
        <Breadcrumbs
          LinkComponent={AppLink}
          crumbs={[
            { label: "Twin", href: "/twin" },
            { label: twin.name, href: `/twin/${twin.deploymentId}` },
            { label: "Replay" },
          ]}
        />
      </PageHeader>
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        {segment ? (
          <>
            <MissingSegment missing={missing} shown={segment.name} />
            <ReplayControls twin={twin} segment={segment} replayUrl={replayUrl} />
            <QueryView query={replay} what="The replay" skeleton={<SkeletonRows rows={10} />}>
              {(answer) => (
                <div className={replay.isPlaceholderData ? "opacity-60" : ""} aria-busy={replay.isFetching}>
                  <ReplayAnswer replay={answer} range={range} name={segment.name} />
                </div>
              )}
            </QueryView>
          </>
        ) : (
          <EmptyState icon={<Cable aria-hidden />} title="No segment is bound yet">
            There is nothing stored to replay.
          </EmptyState>
        )}
      </div>
    </>
  );
}
