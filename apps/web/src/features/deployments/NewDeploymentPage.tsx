"use client";
import { Alert, Breadcrumbs, Field, PageHeader, Select, SkeletonRows } from "@p4twin/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { parseAsString, useQueryStates } from "nuqs";
import { AppLink } from "@/lib/AppLink.tsx";
import { describeError } from "@/lib/describeError.ts";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { useTRPC } from "@/lib/trpc.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import { BindingForm } from "./BindingForm.tsx";
import { newSegment } from "./draft.ts";
import { draftsOfChain } from "./prefill.ts";

const NO_CHAIN = "none";

/**
 * Binds the segments of a chain to live telemetry; `?placement=` and `?chain=` (a chain version) fill in what
 * they know.
 */
export function NewDeploymentPage() {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const router = useRouter();
  const mayChange = useMayChange();
  const [url, setUrl] = useQueryStates({ placement: parseAsString, chain: parseAsString });
  const chains = useQuery(trpc.chains.list.queryOptions());
  const placement = useQuery(
    trpc.placements.get.queryOptions({ id: url.placement ?? "" }, { enabled: url.placement !== null }),
  );
  const scenarioId = placement.data?.scenarioVersionId ?? null;
  const scenario = useQuery(
    trpc.scenarios.get.queryOptions({ versionId: scenarioId ?? "" }, { enabled: scenarioId !== null }),
  );
  const topologyId = scenario.data?.topologyVersionId ?? null;
  const topology = useQuery(
    trpc.topologies.get.queryOptions({ versionId: topologyId ?? "" }, { enabled: topologyId !== null }),
  );
  const create = useMutation(
    trpc.deployments.create.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: async (deployment) => {
        await cache.invalidateQueries({ queryKey: trpc.deployments.pathKey() });
        router.push(`/twin/${deployment.id}`);
      },
    }),
  );
  // the placement may be of older versions of its chains; the newest ones carry the same ids
  const placedIds = placement.data?.result?.chains.map((c) => c.id) ?? null;
  const offered = (chains.data ?? []).filter((c) => placedIds === null || placedIds.includes(c.chain.id));
  const chosen =
    offered.find((c) => c.latest.id === url.chain) ??
    (url.placement !== null ? (offered.find((c) => c.chain.segments.length > 0) ?? offered[0]) : undefined);
  const placedChain = placement.data?.result?.chains.find((c) => c.id === chosen?.chain.id) ?? null;
  const failed = placement.error ?? scenario.error ?? topology.error ?? chains.error;
  const loading =
    !failed && (chains.isLoading || placement.isLoading || scenario.isLoading || topology.isLoading);
  const segments = chosen
    ? draftsOfChain(
        chosen.chain,
        placedChain ? { chain: placedChain, topology: topology.data?.document ?? null } : null,
      )
    : [newSegment([])];
  return (
    <>
      <PageHeader
        title="Bind segments"
        summary="Say which switches, ports and flows a segment spans; its packets show on the twin within a second."
      >
        <Breadcrumbs LinkComponent={AppLink} crumbs={[{ label: "Twins", href: "/twin" }, { label: "New" }]} />
      </PageHeader>
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        {failed ? (
          <Alert tone="warn" title="Not everything could be filled in">
            {describeError(failed).what} Fill in the rest by hand.
          </Alert>
        ) : null}
        {loading ? (
          <SkeletonRows rows={8} label="Loading chain and placement" />
        ) : (
          <BindingForm
            key={`${chosen?.latest.id}/${url.placement}`}
            initial={{ name: chosen ? `${chosen.name}, live` : "", segments }}
            submitLabel="Bind segments"
            busy={create.isPending}
            mayChange={mayChange}
            before={
              <Field
                label="Chain"
                hint={
                  placedChain
                    ? "Switches come from the placement, PL and DL from the chain."
                    : "Fills in its segments with PL and DL."
                }
                className="w-72"
              >
                {(control) => (
                  <Select
                    {...control}
                    value={chosen?.latest.id ?? NO_CHAIN}
                    onValueChange={(id) => void setUrl({ chain: id === NO_CHAIN ? null : id })}
                    options={[
                      ...(url.placement === null ? [{ value: NO_CHAIN, label: "none" }] : []),
                      ...offered.map((c) => ({
                        value: c.latest.id,
                        label: c.name,
                        hint:
                          c.chain.segments.length === 0
                            ? "no segments described"
                            : c.chain.functions.join(" → "),
                      })),
                    ]}
                  />
                )}
              </Field>
            }
            refusal={create.error ? <Alert tone="bad" title={describeError(create.error).what} /> : null}
            onSubmit={(values) =>
              create.mutate({
                ...values,
                chainVersionId: chosen?.latest.id ?? null,
                placementId: url.placement,
              })
            }
          />
        )}
      </div>
    </>
  );
}
