"use client";
import { Badge, Breadcrumbs, Button, EmptyState, PageHeader, Panel, SkeletonRows, toast } from "@p4twin/ui";
import { Waterfall } from "@p4twin/ui/charts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Copy, Pencil } from "lucide-react";
import { useRouter } from "next/navigation";
import { parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { CloudCanvas } from "@/features/clouds/index.ts";
import { AppLink } from "@/lib/AppLink.tsx";
import { countOf } from "@/lib/countOf.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { RenameButton } from "@/lib/RenameButton.tsx";
import { type RouterOutputs, useTRPC, useTRPCClient } from "@/lib/trpc.ts";
import { useRename } from "@/lib/useRename.ts";
import { VersionMenu } from "@/lib/VersionMenu.tsx";
import { useMayChange } from "@/shell/useMayChange.ts";
import { EngineBar } from "./EngineBar.tsx";
import { PlacedChains } from "./PlacedChains.tsx";
import { PlacementAnswer } from "./PlacementAnswer.tsx";
import { PlacementHistory } from "./PlacementHistory.tsx";
import { chainHops, routeNodes } from "./placementWords.ts";
import { isRunning, POLL_MS, usePlacement, usePlacementRun } from "./usePlacementRun.ts";

/** A scenario with its placements: run, watch, read the answer. */
export function ScenarioPage({ versionId }: { versionId: string }) {
  const trpc = useTRPC();
  const scenario = useQuery(trpc.scenarios.get.queryOptions({ versionId }));
  return (
    <QueryView query={scenario} what="The scenario">
      {(version) => <Scenario key={version.id} version={version} />}
    </QueryView>
  );
}

function Scenario({ version }: { version: RouterOutputs["scenarios"]["get"] }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const rename = useRename(
    (name) => client.scenarios.rename.mutate({ id: version.scenarioId, name }),
    trpc.scenarios.pathKey(),
  );
  const queryClient = useQueryClient();
  const router = useRouter();
  const mayChange = useMayChange();
  const [url, setUrl] = useQueryStates(
    { placement: parseAsString, chain: parseAsString, engine: parseAsString, seconds: parseAsInteger },
    { history: "replace" },
  );
  const cloud = useQuery(trpc.topologies.get.queryOptions({ versionId: version.topologyVersionId }));
  const engines = useQuery(trpc.engines.list.queryOptions());
  const runs = useQuery(
    trpc.placements.list.queryOptions(
      { limit: 200 },
      { refetchInterval: ({ state }) => (state.data?.some(isRunning) ? POLL_MS : false) },
    ),
  );
  const ownRuns = (runs.data ?? []).filter((run) => run.scenarioVersionId === version.id);
  const shownId = url.placement ?? ownRuns[0]?.id ?? null;
  const placement = usePlacement(shownId);
  const record = shownId ? (placement.data ?? null) : null;
  const { run, cancel } = usePlacementRun((id) => void setUrl({ placement: id, chain: null }));
  const duplicate = useMutation(
    trpc.scenarios.duplicate.mutationOptions({
      onSuccess: async (copy) => {
        await queryClient.invalidateQueries({ queryKey: trpc.scenarios.pathKey() });
        toast.success(`Copied as ${copy.name}`);
        router.push(`/scenarios/${copy.id}`);
      },
    }),
  );
  const engine = url.engine ?? version.engine;
  const timeLimitS = url.seconds ?? version.parameters.timeLimitS;
  const placed = record?.result?.chains ?? [];
  const chain = placed.find((entry) => entry.id === url.chain) ?? placed[0] ?? null;
  const budgetUs = record?.problem.chains.find((entry) => entry.id === chain?.id)?.maxDelayUs ?? null;

  return (
    <>
      <PageHeader
        title={version.name}
        status={
          <>
            {mayChange ? <RenameButton name={version.name} what="scenario" onRename={rename} /> : null}
            <Badge>version {version.number}</Badge>
          </>
        }
        summary={`${countOf(version.chainVersionIds.length, "chain")} on ${cloud.data?.name ?? "a cloud"}, placed by ${version.engine}`}
        actions={
          <>
            <VersionMenu
              versions={version.versions}
              currentId={version.id}
              onOpen={(id) => router.push(`/scenarios/${id}`)}
            />
            {mayChange ? (
              <>
                <Button
                  icon={<Copy aria-hidden />}
                  busy={duplicate.isPending}
                  onClick={() => duplicate.mutate({ versionId: version.id })}
                >
                  Duplicate
                </Button>
                <Button asChild>
                  <AppLink href={`/scenarios/${version.id}/edit`}>
                    <Pencil aria-hidden /> Change
                  </AppLink>
                </Button>
              </>
            ) : null}
          </>
        }
      >
        <Breadcrumbs
          LinkComponent={AppLink}
          crumbs={[{ label: "Scenarios", href: "/scenarios" }, { label: version.name }]}
        />
      </PageHeader>
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        <EngineBar
          engines={(engines.data ?? [])
            .filter((entry) => entry.places)
            .map((entry) => ({ value: entry.id, label: entry.id, hint: entry.title }))}
          engine={engine}
          onEngineChange={(id) => void setUrl({ engine: id })}
          timeLimitS={timeLimitS}
          onTimeLimitChange={(seconds) => void setUrl({ seconds: Math.round(seconds) })}
          record={record}
          starting={run.isPending}
          onRun={
            mayChange
              ? () => run.mutate({ question: { scenarioVersionId: version.id }, engine, timeLimitS })
              : null
          }
          onCancel={() => record && cancel.mutate({ id: record.id })}
        />
        {record ? <PlacementAnswer record={record} name={version.name} mayChange={mayChange} /> : null}
        <div className="grid gap-3 xl:grid-cols-2 xl:items-start">
          <Panel title={cloud.data?.name ?? "Cloud"} subtitle="chains as routes" bodyClassName="h-96 p-0">
            <QueryView query={cloud} what="The cloud" skeleton={<SkeletonRows rows={8} />}>
              {(loaded) => (
                <CloudCanvas
                  topology={loaded.document}
                  routes={placed.map((entry) => ({ id: entry.id, nodes: routeNodes(entry.route) }))}
                  selectedRoute={chain?.id ?? null}
                  onSelectRoute={(id) => void setUrl({ chain: id })}
                  selected={chain && new Set(chain.hosts).size === 1 ? (chain.hosts[0] ?? null) : null}
                />
              )}
            </QueryView>
          </Panel>
          <div className="flex min-w-0 flex-col gap-3">
            {record?.result ? (
              <>
                <Panel title="Chains" bodyClassName="p-0 overflow-x-auto">
                  <PlacedChains
                    record={record}
                    selected={chain?.id ?? null}
                    onSelect={(id) => void setUrl({ chain: id })}
                  />
                </Panel>
                {chain ? (
                  <Panel title={`Delay of ${chain.id}`} subtitle="Eq. 5.19, term by term">
                    <Waterfall
                      predictedOnly
                      hops={chainHops(chain)}
                      budgetUs={budgetUs}
                      label={`Delay of chain ${chain.id}`}
                    />
                  </Panel>
                ) : null}
              </>
            ) : (
              <Panel>
                <EmptyState title={record ? "No answer yet" : "Not placed yet"}>
                  {record
                    ? "The answer appears here as soon as the engine has one."
                    : "Choose an engine above and place the chains; routes, delays and the status appear here."}
                </EmptyState>
              </Panel>
            )}
            {ownRuns.length > 0 ? (
              <PlacementHistory
                runs={ownRuns}
                selected={shownId}
                onSelect={(id) => void setUrl({ placement: id, chain: null })}
              />
            ) : null}
          </div>
        </div>
      </div>
    </>
  );
}
