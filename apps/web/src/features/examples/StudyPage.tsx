"use client";
import { studies } from "@p4twin/models/placement";
import { Breadcrumbs, PageHeader } from "@p4twin/ui";
import { AppLink } from "@/lib/AppLink.tsx";
import { FigurePanel } from "./FigurePanel.tsx";
import { StandingTable } from "./StandingTable.tsx";

/** The placement study of the thesis, figure by figure, computed here. */
export function StudyPage() {
  return (
    <>
      <PageHeader
        title="Reproduce the study"
        summary="Tables and figures of H. Harkous' thesis (TUM, 2022), chapters 4 and 5, and of P8: computed here next to the printed numbers, with every assumption, and what was fitted."
      >
        <Breadcrumbs
          LinkComponent={AppLink}
          crumbs={[{ label: "Scenarios", href: "/scenarios" }, { label: "Reproduce the study" }]}
        />
      </PageHeader>
      <div className="px-4 pb-3 md:px-6">
        <StandingTable work="placement, latency and queues" studies={studies} />
      </div>
      <div className="grid gap-3 px-4 pb-6 md:px-6 xl:grid-cols-2 xl:items-start">
        {studies.map((study) => (
          <FigurePanel
            key={study.figure}
            study={study}
            work={study.source.includes("P8") ? "P8" : "Thesis"}
          />
        ))}
      </div>
    </>
  );
}
