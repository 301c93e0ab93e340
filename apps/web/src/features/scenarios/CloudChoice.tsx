"use client";
import { Alert, Field, Select, SkeletonRows, textLink } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { AppLink } from "@/lib/AppLink.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { useTRPC } from "@/lib/trpc.ts";

export type CloudChoiceProps = {
  value: string | null;
  onChange: (versionId: string) => void;
  /** an older version that the scenario names stays choosable */
  inUse: string | null;
  error: string | undefined;
};

/** On which cloud the chains are placed. */
export function CloudChoice({ value, onChange, inUse, error }: CloudChoiceProps) {
  const trpc = useTRPC();
  const clouds = useQuery(trpc.topologies.list.queryOptions());
  return (
    <QueryView query={clouds} what="The clouds" skeleton={<SkeletonRows rows={1} className="p-0" />}>
      {(list) =>
        list.length === 0 ? (
          <Alert title="There is no cloud yet">
            <AppLink href="/clouds/new" className={textLink}>
              Add one first
            </AppLink>
            , then come back.
          </Alert>
        ) : (
          <Field label="Cloud" error={error}>
            {(field) => (
              <Select
                {...field}
                value={value ?? undefined}
                onValueChange={onChange}
                options={[
                  ...list.map((entry) => ({
                    value: entry.latest.id,
                    label: entry.name,
                    hint: `version ${entry.latest.number}, ${entry.deviceCount} devices`,
                  })),
                  ...(inUse !== null && !list.some((entry) => entry.latest.id === inUse)
                    ? [{ value: inUse, label: "the version in use now" }]
                    : []),
                ]}
              />
            )}
          </Field>
        )
      }
    </QueryView>
  );
}
