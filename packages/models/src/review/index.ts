export { comparePackets, packetsFor } from "./comparePackets.ts";
export { reviewFormats, showReview } from "./formats.ts";
export { type ReviewedFile, type ReviewPlan, reviewPlanSchema, reviewRulesSchema } from "./reviewPlan.ts";
export { type ProgramReview, type ReviewedSide, reviewProgram } from "./reviewProgram.ts";
