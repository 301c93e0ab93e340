export { BudgetBar } from "./budgetBar/BudgetBar.tsx";

export { ChainStrip } from "./chainStrip/ChainStrip.tsx";
export type {
  ChainStripHop,
  ChainStripNode,
} from "./chainStrip/prepareChainStrip.ts";
export { FlowCounters } from "./flowCounters/FlowCounters.tsx";
export { type FlowLoss, type FlowStep, prepareFlowCounters } from "./flowCounters/prepareFlowCounters.ts";
export { HeatMap } from "./heatMap/HeatMap.tsx";

export { fillBuckets } from "./histogram/fillBuckets.ts";
export { Histogram } from "./histogram/Histogram.tsx";

export { LineFigure } from "./lineFigure/LineFigure.tsx";
export type { FigureSeries } from "./lineFigure/prepareLineFigure.ts";
export { ParetoFront } from "./paretoFront/ParetoFront.tsx";
export { Radar } from "./radar/Radar.tsx";

export { ShareBar } from "./shareBar/ShareBar.tsx";
export { ChartFrame, TwinTable } from "./shared/ChartFrame.tsx";

export { Sparkline } from "./sparkline/Sparkline.tsx";
export type { StackedTermsRow } from "./stackedTerms/prepareStackedTerms.ts";
export { StackedTerms } from "./stackedTerms/StackedTerms.tsx";
export type { TermPanel } from "./termWaterfalls/prepareTermWaterfalls.ts";
export { TermWaterfalls } from "./termWaterfalls/TermWaterfalls.tsx";
export type { WaterfallHop } from "./waterfall/prepareWaterfall.ts";
export { Waterfall } from "./waterfall/Waterfall.tsx";
