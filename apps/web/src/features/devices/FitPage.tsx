"use client";
import { type DeviceProfile, profileFromFit } from "@p4twin/models/device";
import {
  Alert,
  Breadcrumbs,
  Button,
  EmptyState,
  Field,
  FileDrop,
  Input,
  PageHeader,
  Panel,
  Select,
  StatTile,
} from "@p4twin/ui";
import { CodeEditor } from "@p4twin/ui/code";
import { formatSignificant, MISSING } from "@p4twin/ui/format";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { useRouter } from "next/navigation";
import { useDeferredValue, useMemo, useState } from "react";
import { AppLink } from "@/lib/AppLink.tsx";
import { DiagnosticList } from "@/lib/DiagnosticList.tsx";
import { LeaveGuard } from "@/lib/LeaveGuard.tsx";
import { readFiles } from "@/lib/readFiles.ts";
import { slugOf } from "@/lib/slug.ts";
import { useTRPC } from "@/lib/trpc.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import { CoefficientTable } from "./CoefficientTable.tsx";
import { EXAMPLE, fitDraft } from "./fitDraft.ts";
import { ResidualPlot } from "./ResidualPlot.tsx";

/** Fits a device profile from pasted measurements and stores it. */
export function FitPage() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const mayChange = useMayChange();
  const devices = useQuery(trpc.devices.list.queryOptions());
  const [{ text, fileName }, setSource] = useState({ text: "", fileName: "measurements.csv" });
  const [revealLine, setRevealLine] = useState<number | null>(null);
  const [likeId, setLikeId] = useState<string | null>(null);
  const [title, setTitle] = useState("");
  const [work, setWork] = useState("");

  const likes = useMemo(
    () => (devices.data ?? []).map(({ document }) => document).filter(({ linear }) => linear !== null),
    [devices.data],
  );
  const like: DeviceProfile | null = likes.find(({ id }) => id === likeId) ?? likes[0] ?? null;
  const settled = useDeferredValue(text);
  const { measurements, diagnostics, fit, obstacle } = useMemo(
    () => fitDraft(settled, fileName, like),
    [settled, fileName, like],
  );
  const id = slugOf(title, "");
  const result = useMemo(
    () => (fit && like ? profileFromFit(fit, { id, title: title.trim(), work: work.trim(), like }) : null),
    [fit, like, id, title, work],
  );
  const create = useMutation(
    trpc.devices.create.mutationOptions({
      onSuccess: async (answer) => {
        if (!answer.ok) return;
        await queryClient.invalidateQueries({ queryKey: trpc.devices.pathKey() });
        router.push(`/devices/${answer.version.id}`);
      },
    }),
  );
  const take = async (files: File[]): Promise<void> => {
    const [file] = await readFiles(files);
    if (file) setSource({ text: file.text, fileName: file.name });
  };
  const named = title.trim() !== "" && work.trim() !== "" && id !== "";
  const refusals = result?.ok === false && named ? result.error : [];

  return (
    <>
      <LeaveGuard active={text !== "" && text !== EXAMPLE && create.data?.ok !== true} what="this fit" />
      <PageHeader
        title="Fit a profile"
        summary="Measured latencies become a base delay and a cost per construct, each with its interval."
        actions={
          <Button onClick={() => setSource({ text: EXAMPLE, fileName: "example.csv" })}>
            Show an example
          </Button>
        }
      >
        <Breadcrumbs
          LinkComponent={AppLink}
          crumbs={[{ label: "Devices", href: "/devices" }, { label: "Fit" }]}
        />
      </PageHeader>
      <div className="grid gap-3 px-4 pb-6 md:px-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] xl:items-start">
        <Panel
          title="Measurements"
          subtitle={measurements.length > 0 ? `${measurements.length} rows` : undefined}
        >
          <div className="flex flex-col gap-3">
            <FileDrop
              what="a table of measurements"
              accept=".csv,.tsv,.txt"
              hint="CSV or TSV with a line of headings: parse, modify, copy, remove, add, table, packetBytes, latencyUs"
              onFiles={(files) => void take(files)}
            />
            <DiagnosticList
              diagnostics={text === "" ? [] : diagnostics}
              onShow={({ span }) => setRevealLine(span?.line ?? null)}
              className="max-h-48 overflow-auto rounded-md border"
            />
            <CodeEditor
              label="Measurements as a table"
              value={text}
              onChange={(next) => setSource({ text: next, fileName })}
              diagnostics={text === "" ? [] : diagnostics}
              revealLine={revealLine}
              className="h-80"
            />
            <Field
              label="Like device"
              hint="Costs that the measurements cannot see, capacity and limits are carried over from it and marked so."
            >
              {(control) => (
                <Select
                  {...control}
                  value={like?.id}
                  options={likes.map((each) => ({ value: each.id, label: each.id, hint: each.title }))}
                  onValueChange={setLikeId}
                />
              )}
            </Field>
          </div>
        </Panel>
        <div className="flex min-w-0 flex-col gap-3">
          {obstacle && text !== "" ? (
            <Alert tone="bad" title="These measurements cannot be fitted.">
              {obstacle}.
            </Alert>
          ) : null}
          {fit ? (
            <>
              <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
                <StatTile
                  label="R²"
                  value={fit.r2 === null ? MISSING : fit.r2.toFixed(4)}
                  context={fit.r2 === null ? "all latencies are equal" : "share of the variance explained"}
                />
                <StatTile label="Residuals, RMS" value={formatSignificant(fit.rmseUs)} unit="µs" />
                <StatTile
                  label="Largest residual"
                  value={formatSignificant(Math.max(...fit.residualsUs.map(Math.abs)))}
                  unit="µs"
                />
                <StatTile
                  label="Degrees of freedom"
                  value={String(fit.freedom)}
                  context={
                    fit.freedom === 0 ? "no intervals: measure more" : `${fit.measurements} measurements`
                  }
                />
              </div>
              <Panel title="Coefficients" bodyClassName="p-0 overflow-x-auto">
                <CoefficientTable coefficients={fit.coefficients} bends={fit.bends} />
              </Panel>
              <Panel title="Residuals">
                <ResidualPlot fit={fit} measurements={measurements} />
              </Panel>
              {mayChange ? (
                <Panel title="Store as a profile">
                  <form
                    aria-label="Fitted profile"
                    className="flex flex-col gap-3"
                    onSubmit={(event) => {
                      event.preventDefault();
                      if (result?.ok && named)
                        create.mutate({ text: JSON.stringify(result.value), fileName: `${id}.json` });
                    }}
                  >
                    <div className="grid gap-3 md:grid-cols-2">
                      <Field
                        label="Name"
                        hint={id ? `Id ${id}; an own profile of this id gets a new version` : undefined}
                      >
                        {(control) => (
                          <Input
                            {...control}
                            value={title}
                            onChange={(event) => setTitle(event.target.value)}
                          />
                        )}
                      </Field>
                      <Field
                        label="Where the measurements come from"
                        hint="A citation or lab book, the source of each number"
                      >
                        {(control) => (
                          <Input
                            {...control}
                            value={work}
                            onChange={(event) => setWork(event.target.value)}
                          />
                        )}
                      </Field>
                    </div>
                    <DiagnosticList
                      diagnostics={[
                        ...refusals,
                        ...(create.data?.ok === false ? create.data.diagnostics : []),
                      ]}
                      className="rounded-md border"
                    />
                    {create.error ? <Alert tone="bad" title={create.error.message} /> : null}
                    <Button
                      type="submit"
                      variant="primary"
                      className="self-start"
                      busy={create.isPending}
                      disabled={!named || !result?.ok}
                    >
                      Store profile
                    </Button>
                  </form>
                </Panel>
              ) : null}
            </>
          ) : (
            <Panel>
              <EmptyState icon={<ChartNoAxesColumn aria-hidden />} title="Nothing is fitted yet">
                {text === ""
                  ? "Paste a table of measured latencies, drop a file, or look at the example."
                  : "Correct the problems listed next to the table."}
              </EmptyState>
            </Panel>
          )}
        </div>
      </div>
    </>
  );
}
