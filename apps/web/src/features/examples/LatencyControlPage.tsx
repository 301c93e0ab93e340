"use client";
import { latencyControlStudies, openLatencyControlFigures, sliceStudies } from "@p4twin/models/control";
import { Breadcrumbs, PageHeader } from "@p4twin/ui";
import { AppLink } from "@/lib/AppLink.tsx";
import { FigurePanel } from "./FigurePanel.tsx";
import { StandingTable } from "./StandingTable.tsx";

const WORKS = [
  {
    title: "PL and DL in the switch",
    work: "Paper",
    studies: latencyControlStudies,
    open: openLatencyControlFigures,
  },
  { title: "Virtual queues for slices", work: "Thesis", studies: sliceStudies, open: [] },
];

/** Latency control of Paolucci et al. and the vQueues of the thesis, figure by figure, simulated here. */
export function LatencyControlPage() {
  return (
    <>
      <PageHeader
        title="Latency control, reproduced"
        summary="Figures of F. Paolucci et al. (Computer Networks) and of H. Harkous' thesis, chapter 6: simulated packet by packet, next to the printed numbers."
      >
        <Breadcrumbs
          LinkComponent={AppLink}
          crumbs={[{ label: "Tune PL and DL", href: "/tuner" }, { label: "Latency control, reproduced" }]}
        />
      </PageHeader>
      <div className="flex flex-col gap-6 px-4 pb-6 md:px-6">
        {WORKS.map(({ title, work, studies, open }) => (
          <section key={title} aria-label={title} className="flex flex-col gap-3">
            <h2 className="font-medium text-ink-2">{title}</h2>
            <StandingTable work={title} studies={studies} open={open} />
            <div className="grid gap-3 xl:grid-cols-2 xl:items-start">
              {studies.map((study) => (
                <FigurePanel key={study.source} study={study} work={work} />
              ))}
            </div>
          </section>
        ))}
        <p className="text-ink-3 text-xs">
          Figures 6.7 and 6.8 of the thesis are closed loops of TCP, which is not simulated here.
        </p>
      </div>
    </>
  );
}
