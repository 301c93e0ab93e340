export { newPlacementReport, newTwinReport } from "./newReportUrl.ts";
