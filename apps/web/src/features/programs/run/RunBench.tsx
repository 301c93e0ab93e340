"use client";
import type { DeviceProfile } from "@p4twin/models/device";
import { Alert, Badge, Breadcrumbs, PageHeader, Panel, SkeletonRows, Spinner } from "@p4twin/ui";
import { useMemo } from "react";
import { AppLink } from "@/lib/AppLink.tsx";
import type { RouterOutputs } from "@/lib/trpc.ts";
import { readDefines } from "../model/defines.ts";
import { fileNameOf } from "../model/fileNameOf.ts";
import { CoveragePanel } from "./CoveragePanel.tsx";
import { coverageHeat } from "./model/coverageHeat.ts";
import { useRunUrl } from "./model/runUrl.ts";
import { runWords } from "./model/runWords.ts";
import { useHashText } from "./model/useHashText.ts";
import { usePacketRun } from "./model/usePacketRun.ts";
import { useTestSet } from "./model/useTestSet.ts";
import { PacketForm } from "./PacketForm.tsx";
import { PathsTakenPanel } from "./PathsTakenPanel.tsx";
import { RunProblems } from "./RunProblems.tsx";
import { RunTrace } from "./RunTrace.tsx";

export type RunBenchProps = {
  version: RouterOutputs["programs"]["get"];
  profiles: readonly DeviceProfile[];
};

/** What goes in, what happens to it, what comes out. */
export function RunBench({ version, profiles }: RunBenchProps) {
  const [url, setUrl] = useRunUrl();
  const entries = useHashText("entries");
  const fileName = fileNameOf(version.name);
  const device = profiles.find(({ id }) => id === url.device) ?? null;
  const { source, includes } = version;
  const define = url.define.join();
  const wish = useMemo(
    () => ({
      program: {
        fileName,
        source,
        includes,
        defines: readDefines(define === "" ? [] : define.split(",")).defines,
        entries: entries.text.trim() === "" ? null : { name: "entries", text: entries.text },
      },
      packet: url.packet,
      port: url.port,
      device,
    }),
    [fileName, source, includes, define, entries.text, url.packet, url.port, device],
  );
  const { reply, pending, error, readCapture } = usePacketRun(wish);
  const { program } = wish;
  const tested = useTestSet(program, url.port, url.every);
  const coverage = tested.reply;
  const heatOf = useMemo(
    () => (coverage ? (file: string) => coverageHeat(coverage, file) : null),
    [coverage],
  );
  const run = reply?.run ?? null;
  const problems = reply?.problems ?? [];
  const home = `/programs/${version.id}`;
  return (
    <>
      <PageHeader
        title="Run a packet"
        status={
          <>
            <Badge>
              {version.name}, version {version.number}
            </Badge>
            {pending ? <Spinner label="Running" /> : null}
          </>
        }
        summary={run ? runWords(run, device?.id ?? null) : "The program runs in your browser."}
      >
        <Breadcrumbs
          LinkComponent={AppLink}
          crumbs={[
            { label: "Programs", href: "/programs" },
            { label: version.name, href: home },
            { label: "Run" },
          ]}
        />
      </PageHeader>
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        {error ? (
          <Alert tone="bad" title="The run stopped">
            {error}. Change the packet or reload the page; the stored program is safe.
          </Alert>
        ) : null}
        <Panel title="Packet in" subtitle="what is typed runs at once">
          <PacketForm
            url={url}
            setUrl={setUrl}
            profiles={profiles}
            includes={includes}
            entries={entries}
            problems={problems}
            readCapture={readCapture}
          />
        </Panel>
        <RunProblems problems={problems} home={home} />
        {run ? (
          <RunTrace run={run} version={version} program={program} url={url} setUrl={setUrl} heatOf={heatOf} />
        ) : problems.length > 0 || error ? null : (
          <SkeletonRows rows={8} label="Running the packet" />
        )}
        {run ? (
          <CoveragePanel
            files={tested.files}
            everyPath={url.every}
            onEveryPath={(every) => void setUrl({ every })}
            readCapture={readCapture}
            reply={coverage}
            pending={tested.pending}
            error={tested.error}
          />
        ) : null}
        {run ? (
          <PathsTakenPanel program={program} versionId={version.id} port={url.port} device={device} />
        ) : null}
      </div>
    </>
  );
}
