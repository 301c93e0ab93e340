import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";

/** What a new report is of: a twin over a range (epoch seconds), or a placement. All of it is in the URL. */
export const useNewReportUrl = () =>
  useQueryStates({
    kind: parseAsStringLiteral(["twin", "placement"] as const).withDefault("twin"),
    of: parseAsString,
    from: parseAsInteger,
    to: parseAsInteger,
  });

export const newTwinReport = (deploymentId: string, [from, to]: readonly [number, number]): string =>
  `/reports/new?kind=twin&of=${deploymentId}&from=${from}&to=${to}`;

export const newPlacementReport = (placementId: string): string =>
  `/reports/new?kind=placement&of=${placementId}`;
