export { reviewFormats, showReview } from "./formats.ts";
export { packetsOfSides, type RecordedFrame, type RunnableSide } from "./packetsOfSides.ts";
export { findingKinds, reviewDocument } from "./reviewDocument.ts";
export { type ReviewedFile, type ReviewPlan, reviewPlanSchema, reviewRulesSchema } from "./reviewPlan.ts";
export { type ProgramReview, type ReviewedSide, reviewProgram } from "./reviewProgram.ts";
export { testsOfProgram } from "./testsOfProgram.ts";
