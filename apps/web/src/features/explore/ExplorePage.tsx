"use client";
import { Breadcrumbs, PageHeader, Panel } from "@p4twin/ui";
import { formatBytes, formatCountExact, formatDateTime, formatDuration } from "@p4twin/ui/format";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { AppLink } from "@/lib/AppLink.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterInputs, useTRPC } from "@/lib/trpc.ts";
import { instants, useFollowedRange } from "@/lib/useFollowedRange.ts";
import { ExploreControls } from "./ExploreControls.tsx";
import {
  absoluteRange,
  type Filter,
  groupedBy,
  readFilters,
  useExploreUrl,
  writeFilter,
} from "./exploreUrl.ts";
import { type Groups, groupName, VALUES } from "./exploreWords.ts";
import { GroupsMap } from "./GroupsMap.tsx";
import { GroupsTable } from "./GroupsTable.tsx";
import { KeptReports } from "./KeptReports.tsx";

const STEP_MS = 10_000;

/** What the kept reports are, in a sentence. */
const heldWords = ({ held }: Groups): string | null =>
  held &&
  `${formatCountExact(held.samples)} reports are kept${held.sinceMs === null ? "" : ` since ${formatDateTime(held.sinceMs)}`}, ${formatBytes(held.bytes)} of ${formatBytes(held.budgetBytes)}: a sample, a few a second of each exporter. Latency is the sum of the hops that fit; time on links is not in it.`;

/** Windows and reports by exporter, node, port, queue, flow, DSCP, path: the first groups over time, and reports. */
export function ExplorePage() {
  const trpc = useTRPC();
  const [url, setUrl] = useExploreUrl();
  const by = groupedBy(url);
  const filters = readFilters(url.filter, url.source);
  const range = useFollowedRange(absoluteRange(url), url.span, STEP_MS);
  // a union of two sources: each takes the dimensions that `groupedBy` and `readFilters` have checked
  const input = {
    ...{ source: url.source, range: instants(range), groupBy: by, filters, value: url.value },
  } as RouterInputs["explore"]["groups"];
  const groups = useQuery(trpc.explore.groups.queryOptions(input, { placeholderData: keepPreviousData }));
  const nameOf = ({ by: dimension, is }: Filter): string => {
    const group = dimension === by ? groups.data?.groups.find(({ key }) => key === is) : undefined;
    return group ? groupName(group) : is;
  };
  const chosen = url.group !== null && url.at !== null ? { group: url.group, at: url.at } : null;
  const cell = (answer: Groups) => {
    if (chosen === null) return { range: input.range, filters, title: "of the whole range" };
    const own = answer.groups.find(({ key }) => key === chosen.group);
    const toS = chosen.at + answer.binMs / 1_000;
    return {
      range: instants([chosen.at, toS]),
      filters: [...filters, { by, is: chosen.group }],
      title: `${own ? groupName(own) : chosen.group}, ${formatDateTime(1_000 * chosen.at)}, ${formatDuration(answer.binMs)}`,
    };
  };
  return (
    <>
      <PageHeader
        title="Explore"
        summary="Reports and windows by exporter, node, port, queue, flow, DSCP or path, over time. The address holds the view: save it as a bookmark or send it."
      >
        <Breadcrumbs
          LinkComponent={AppLink}
          crumbs={[{ label: "Telemetry", href: "/telemetry" }, { label: "Explore" }]}
        />
      </PageHeader>
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        <ExploreControls url={url} setUrl={setUrl} filters={filters} nameOf={nameOf} />
        <QueryView query={groups} what="The groups">
          {(answer) => {
            const { title, ...query } = cell(answer);
            return (
              <>
                <Panel
                  title="Groups"
                  subtitle={
                    answer.groupCount > answer.groups.length
                      ? `the first ${answer.groups.length} of ${answer.groupsCut ? "more than " : ""}${formatCountExact(answer.groupCount)}, by ${VALUES[url.value]}`
                      : undefined
                  }
                  bodyClassName="p-0 overflow-x-auto"
                >
                  <GroupsTable
                    answer={answer}
                    by={by}
                    value={url.value}
                    onFilter={(is) =>
                      void setUrl({
                        filter: [...new Set([...url.filter, writeFilter({ by, is })])],
                        group: null,
                        at: null,
                      })
                    }
                  />
                </Panel>
                {answer.groups.length > 0 ? (
                  <Panel title="Over time" subtitle={`${formatDuration(answer.binMs)} a cell`}>
                    <GroupsMap
                      answer={answer}
                      value={url.value}
                      selected={chosen}
                      // the cell stays where it is: the range no longer follows the clock
                      onSelect={(place) =>
                        void setUrl({
                          ...place,
                          ...{ from: Math.floor(answer.fromMs / 1_000), to: Math.floor(answer.toMs / 1_000) },
                        })
                      }
                    />
                  </Panel>
                ) : null}
                {url.source === "reports" || by === "node" || by === "path" || by === "segment" ? (
                  <KeptReports title={title} query={withoutParts(query)} />
                ) : null}
                {answer.held ? <p className="text-ink-3 text-xs">{heldWords(answer)}</p> : null}
              </>
            );
          }}
        </QueryView>
      </div>
    </>
  );
}

type ReportQuery = RouterInputs["explore"]["reports"];
/** Kept reports know no elements of a segment. */
const withoutParts = ({
  range,
  filters,
}: {
  range: ReportQuery["range"];
  filters: readonly Filter[];
}): Pick<ReportQuery, "range" | "filters"> => ({
  range,
  filters: filters.flatMap(({ by, is }) => (by === "part" ? [] : [{ by, is }])),
});
