"use client";
import { ProgramView } from "../ProgramView.tsx";
import { RunBench } from "./RunBench.tsx";

/** A packet through one version of a program, step by step. */
export function RunPage({ versionId }: { versionId: string }) {
  return (
    <ProgramView versionId={versionId}>
      {(version, profiles) => <RunBench version={version} profiles={profiles} />}
    </ProgramView>
  );
}
