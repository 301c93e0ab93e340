"use client";
import { Alert, Breadcrumbs, EmptyState, PageHeader, Panel, SkeletonRows } from "@p4twin/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { useEffect, useMemo, useRef } from "react";
import { AppLink } from "@/lib/AppLink.tsx";
import { DiagnosticList } from "@/lib/DiagnosticList.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { useTRPC } from "@/lib/trpc.ts";
import { useWorkerRun } from "@/lib/useWorkerRun.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import type { CheckedPlan, PlanQuestion } from "@/workers/planAnswer.ts";
import { PlanControls } from "./PlanControls.tsx";
import { PlanInputs } from "./PlanInputs.tsx";
import { PlanResult } from "./PlanResult.tsx";
import { decodeDraft, EXAMPLE, encodeDraft, type PlanDraft, readDraft } from "./planDraft.ts";

const startWorker = (): Worker =>
  new Worker(new URL("../../workers/plan.ts", import.meta.url), { type: "module" });

const POLL_MS = 500;
const DEFAULT_LIMIT_S = 30;

/** Which devices to buy for an expected workload (PA-P4VNF-RA, thesis Sec. 5.2.3). */
export function PlanPage() {
  const trpc = useTRPC();
  const mayChange = useMayChange();
  const devices = useQuery(trpc.devices.list.queryOptions());
  const [url, setUrl] = useQueryStates(
    {
      plan: parseAsString,
      engine: parseAsString.withDefault("exact"),
      seconds: parseAsInteger.withDefault(DEFAULT_LIMIT_S),
      /** a plan that the server works on, or has worked on */
      run: parseAsString,
    },
    { history: "replace" },
  );
  const profiles = useMemo(() => devices.data?.map((device) => device.document) ?? null, [devices.data]);
  const read = useMemo(
    () => profiles && (decodeDraft(url.plan, profiles) ?? readDraft(EXAMPLE, profiles)),
    [url.plan, profiles],
  );
  const problem = read?.draft ? read.problem : null;
  const here = useWorkerRun<PlanQuestion, CheckedPlan>(startWorker);
  const record = useQuery(
    trpc.plans.get.queryOptions(
      { id: url.run ?? "" },
      {
        enabled: url.run !== null,
        refetchInterval: ({ state }) =>
          state.data && !["queued", "running"].includes(state.data.status) ? false : POLL_MS,
      },
    ),
  );
  const onServer = useMutation(
    trpc.plans.run.mutationOptions({ onSuccess: ({ id }) => void setUrl({ run: id }) }),
  );
  const cancel = useMutation(trpc.plans.cancel.mutationOptions({ onSuccess: () => void record.refetch() }));
  const ask = (): void => {
    if (!problem || !profiles) return;
    void setUrl({ plan: encodeDraft(read?.draft ?? EXAMPLE), run: null });
    here.ask({ problem, profiles, engine: url.engine, timeLimitS: url.seconds });
  };
  // a copied link shows its answer at once
  const opened = useRef(false);
  const askHere = here.ask;
  useEffect(() => {
    if (opened.current || !problem || !profiles) return;
    opened.current = true;
    if (url.plan !== null && url.run === null)
      askHere({ problem, profiles, engine: url.engine, timeLimitS: url.seconds });
  }, [problem, profiles, url, askHere]);

  const change = (draft: PlanDraft): void => void setUrl({ plan: encodeDraft(draft), run: null });
  const stored = url.run ? (record.data ?? null) : null;
  return (
    <>
      <PageHeader
        title="Plan devices"
        summary="Which devices to buy for an expected workload, and what runs on each of them."
      >
        <Breadcrumbs
          LinkComponent={AppLink}
          crumbs={[{ label: "Scenarios", href: "/scenarios" }, { label: "Plan devices" }]}
        />
      </PageHeader>
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        <QueryView query={devices} what="The devices" skeleton={<SkeletonRows rows={8} />}>
          {() =>
            profiles && read?.draft ? (
              <>
                <PlanControls
                  engine={url.engine}
                  onEngineChange={(engine) => void setUrl({ engine })}
                  seconds={url.seconds}
                  onSecondsChange={(seconds) => void setUrl({ seconds })}
                  running={here.running}
                  stored={stored}
                  onPlan={ask}
                  onPlanOnServer={
                    mayChange && problem
                      ? () =>
                          onServer.mutate({
                            problem: { ...problem },
                            engine: url.engine,
                            timeLimitS: url.seconds,
                          })
                      : null
                  }
                  onStop={() => (stored ? cancel.mutate({ id: stored.id }) : here.stop())}
                />
                {stored?.failure ? (
                  <Alert tone="bad" title="The server found no plan">
                    {stored.failure}
                  </Alert>
                ) : null}
                {stored?.status === "cancelled" ? <Alert title="This plan was cancelled" /> : null}
                {here.failure ? (
                  <Alert tone="bad" title="The engine failed">
                    {here.failure}
                  </Alert>
                ) : null}
                {stored?.result ? (
                  <PlanResult problem={stored.problem} plan={stored.result} violations={[]} />
                ) : here.answer && problem && url.run === null ? (
                  <PlanResult problem={problem} {...here.answer} />
                ) : here.running || stored ? null : (
                  <Panel>
                    <EmptyState title="Not planned yet">
                      Set the workload and the devices to choose from, then plan. The address holds all of it.
                    </EmptyState>
                  </Panel>
                )}
                <PlanInputs draft={read.draft} profiles={profiles} onChange={change} />
              </>
            ) : (
              <>
                <Alert
                  tone="bad"
                  title="The plan in this address cannot be read"
                  action={
                    <AppLink href="/scenarios/plan" className="text-accent underline">
                      Start over
                    </AppLink>
                  }
                />
                <DiagnosticList
                  diagnostics={(read?.errors ?? []).map((message) => ({
                    severity: "error",
                    code: "plan-address",
                    message,
                    span: null,
                  }))}
                />
              </>
            )
          }
        </QueryView>
      </div>
    </>
  );
}
