"use client";
import { ProgramView } from "./ProgramView.tsx";
import { ProgramWorkbench } from "./ProgramWorkbench.tsx";

/** One version of a program. */
export function ProgramPage({ versionId }: { versionId: string }) {
  return (
    <ProgramView versionId={versionId}>
      {(version, profiles) => <ProgramWorkbench key={version.id} version={version} profiles={profiles} />}
    </ProgramView>
  );
}
