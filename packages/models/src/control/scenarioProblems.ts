import type { ControlledSegment } from "./segment/segment.ts";

type Named = { id: string };
type PathStep = { vnf: string } | { switch: string; in: number };
type Checked = {
  switches: readonly Named[];
  vnfs: readonly Named[];
  flows: readonly (Named & { path: readonly PathStep[] })[];
  segments: readonly ControlledSegment[];
};
export type ScenarioProblem = { path: (string | number)[]; message: string };

/**
 * What a schema cannot say of a scenario: ids that are taken or do not exist, and places of a segment that
 * its flow never passes.
 */
export function scenarioProblems(scenario: Checked): ScenarioProblem[] {
  const problems: ScenarioProblem[] = [];
  const add = (path: (string | number)[], message: string): void => void problems.push({ path, message });
  const known = (list: readonly Named[], id: string): boolean => list.some((x) => x.id === id);
  const missing = (path: (string | number)[], what: string, id: string): void =>
    add(path, `there is no ${what} '${id}' in this scenario`);

  for (const list of ["switches", "vnfs", "flows", "segments"] as const)
    scenario[list].forEach(({ id }, i) => {
      const first = scenario[list].findIndex((x) => x.id === id);
      if (first < i)
        add([list, i, "id"], `'${id}' is already ${list}[${first}]; give one of them another id`);
    });

  scenario.flows.forEach(({ path }, f) => {
    path.forEach((step, s) => {
      const at = ["flows", f, "path", s];
      if ("vnf" in step) {
        if (!known(scenario.vnfs, step.vnf)) missing(at, "vnf", step.vnf);
      } else if (!known(scenario.switches, step.switch)) missing(at, "switch", step.switch);
    });
  });

  scenario.segments.forEach((segment, i) => {
    if (segment.kind === "uc2" && !segment.source)
      add(["segments", i], `segment '${segment.id}' is uc2: give its source, where the INT domain begins`);
    const flow = scenario.flows.find((f) => f.id === segment.flow);
    if (!flow) missing(["segments", i, "flow"], "flow", segment.flow);
    for (const part of ["source", "store", "enforce"] as const) {
      const place = segment[part];
      if (!place) continue;
      const passes = (step: PathStep): boolean =>
        "switch" in step && step.switch === place.switch && step.in === place.port;
      if (!known(scenario.switches, place.switch)) missing(["segments", i, part], "switch", place.switch);
      else if (flow && !flow.path.some(passes))
        add(
          ["segments", i, part],
          `flow '${flow.id}' never enters '${place.switch}' by port ${place.port}; name a step of its path`,
        );
    }
  });
  return problems;
}
