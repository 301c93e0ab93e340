"use client";
import { latencyControlStudies, listedLatencyControl, sliceStudies } from "@p4twin/models/control";
import { Breadcrumbs, PageHeader } from "@p4twin/ui";
import { AppLink } from "@/lib/AppLink.tsx";
import { FigurePanel } from "./FigurePanel.tsx";
import { StandingTable } from "./StandingTable.tsx";

const WORKS = [
  {
    title: "PL and DL in the switch",
    work: "Paper",
    studies: latencyControlStudies,
    listed: listedLatencyControl,
  },
  { title: "Virtual queues for slices", work: "Thesis", studies: sliceStudies, listed: [] },
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
        {WORKS.map(({ title, work, studies, listed }) => (
          <section key={title} aria-label={title} className="flex flex-col gap-3">
            <h2 className="font-medium text-ink-2">{title}</h2>
            <StandingTable work={title} figures={[...studies, ...listed]} />
            <div className="grid gap-3 xl:grid-cols-2 xl:items-start">
              {studies.map((study) => (
                <FigurePanel key={study.source} study={study} work={work} />
              ))}
            </div>
          </section>
        ))}
      </div>
    </>
  );
}
