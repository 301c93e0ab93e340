export { profileChanges } from "./cloudChanges.ts";
export { type Seek, seekOnce } from "./compareTests.ts";
export { entriesOfSides } from "./entriesOfSides.ts";
export { reviewFormats, showReview } from "./formats.ts";
export { packetsOfSides, type RecordedFrame, type RunnableSide } from "./packetsOfSides.ts";
export { type CloudReview, type CloudSide, reviewCloud, reviewTopologies } from "./reviewCloud.ts";
export { fails, findingKinds, reviewDocument } from "./reviewDocument.ts";
export {
  type PlanRules,
  planRulesSchema,
  type ReviewedCloud,
  type ReviewedFile,
  type ReviewPlan,
  readReviewPlan,
} from "./reviewPlan.ts";
export {
  type ProgramReview,
  type ReviewedEstimate,
  type ReviewedSide,
  reviewedEstimate,
  reviewProgram,
} from "./reviewProgram.ts";
export { testsOfProgram } from "./testsOfProgram.ts";
