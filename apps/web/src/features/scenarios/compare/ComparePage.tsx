"use client";
import { Alert, Breadcrumbs, EmptyState, PageHeader, Panel, Select, SkeletonRows } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { GitCompareArrows, Plus } from "lucide-react";
import { useMemo } from "react";
import { AppLink } from "@/lib/AppLink.tsx";
import { ButtonLink } from "@/lib/ButtonLink.tsx";
import { useTRPC } from "@/lib/trpc.ts";
import { CompareTables } from "./CompareTables.tsx";
import { MOST_COMPARED, type Side, useCompareUrl } from "./compareUrl.ts";
import { SideHead } from "./SideHead.tsx";
import { type ComparedSide, useSide } from "./useSide.ts";

/** Up to three scenarios side by side; the first is what the others are compared with. */
export function ComparePage() {
  const trpc = useTRPC();
  const { sides, setSides } = useCompareUrl();
  const devices = useQuery(trpc.devices.list.queryOptions());
  const scenarios = useQuery(trpc.scenarios.list.queryOptions());
  const profiles = useMemo(() => devices.data?.map((device) => device.document) ?? null, [devices.data]);
  const first = useSide(sides[0] ?? null, profiles);
  const second = useSide(sides[1] ?? null, profiles);
  const third = useSide(sides[2] ?? null, profiles);
  const compared = [first, second, third].filter((side): side is ComparedSide => side !== null);
  const choices = (scenarios.data ?? []).map(({ name, latest }) => ({
    value: latest.id,
    label: name,
    hint: `version ${latest.number}, ${latest.chainCount} chains on ${latest.topologyName}`,
  }));
  const add = (versionId: string): void => setSides([...sides, { versionId, answer: "", changes: "" }]);
  const replace = (at: number, side: Side): void =>
    setSides(sides.map((old, index) => (index === at ? side : old)));

  return (
    <>
      <PageHeader
        title="Compare scenarios"
        summary="Predicted side by side in this browser; the first is what the others are measured against."
      >
        <Breadcrumbs
          LinkComponent={AppLink}
          crumbs={[{ label: "Scenarios", href: "/scenarios" }, { label: "Compare" }]}
        />
      </PageHeader>
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        <div className="grid gap-3 lg:grid-cols-3">
          {compared.map((side, index) => (
            <SideHead
              // biome-ignore lint/suspicious/noArrayIndexKey: a side is its place; the same version may stand twice
              key={index}
              compared={side}
              isFirst={index === 0}
              choices={choices}
              onChange={(next) => replace(index, next)}
              onRemove={() => setSides(sides.filter((_, at) => at !== index))}
            />
          ))}
          {sides.length < MOST_COMPARED ? (
            <Panel title="Add a scenario">
              <Select
                aria-label="Add a scenario"
                placeholder="Choose a scenario …"
                value={undefined}
                options={choices}
                onValueChange={add}
              />
            </Panel>
          ) : null}
        </div>
        {compared.map(({ failure }, index) =>
          failure ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Alert key={index} tone="bad" title={`Scenario ${index + 1} cannot be shown`}>
              {failure}
            </Alert>
          ) : null,
        )}
        {compared.length === 0 ? (
          <Panel>
            <EmptyState
              icon={<GitCompareArrows aria-hidden />}
              title="Nothing to compare yet"
              action={
                <ButtonLink href="/scenarios">
                  <Plus aria-hidden /> Open the scenarios
                </ButtonLink>
              }
            >
              Choose two or three scenarios above, or compare a what-if with its baseline from the page of a
              scenario.
            </EmptyState>
          </Panel>
        ) : compared.some((side) => side.prediction) ? (
          <CompareTables sides={compared} />
        ) : compared.every((side) => side.failure) ? null : (
          <SkeletonRows rows={8} label="Predicting the scenarios" />
        )}
      </div>
    </>
  );
}
