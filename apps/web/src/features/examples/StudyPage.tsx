"use client";
import { listedFigures, studies } from "@p4twin/models/placement";
import { Breadcrumbs, PageHeader } from "@p4twin/ui";
import { AppLink } from "@/lib/AppLink.tsx";
import { FigurePanel } from "./FigurePanel.tsx";
import { StandingTable } from "./StandingTable.tsx";

/** By chapter and number; what has none, of P8, comes last. */
const orderOf = (figure: string): number => {
  const [, chapter, number] = /^(?!P8)\D*(\d+)\.(\d+)/.exec(figure) ?? [];
  return chapter === undefined ? Number.POSITIVE_INFINITY : 100 * Number(chapter) + Number(number);
};
const figures = [...studies, ...listedFigures].sort((a, b) => {
  const [before, after] = [orderOf(a.figure), orderOf(b.figure)];
  return before === after ? 0 : before - after;
});

/** The placement study of the thesis, figure by figure, computed here. */
export function StudyPage() {
  return (
    <>
      <PageHeader
        title="Reproduce the study"
        summary="Tables and figures of H. Harkous' thesis (TUM, 2022), chapters 3 to 6, and of P8: computed here next to the printed numbers, with every assumption, and what was fitted."
      >
        <Breadcrumbs
          LinkComponent={AppLink}
          crumbs={[{ label: "Scenarios", href: "/scenarios" }, { label: "Reproduce the study" }]}
        />
      </PageHeader>
      <div className="px-4 pb-3 md:px-6">
        <StandingTable work="thesis and P8" figures={figures} />
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
