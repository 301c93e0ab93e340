export { BudgetBar, type BudgetBarProps } from "./budgetBar/BudgetBar.tsx";
export { type BudgetBarInput, prepareBudgetBar } from "./budgetBar/prepareBudgetBar.ts";
export { ChainStrip, type ChainStripProps } from "./chainStrip/ChainStrip.tsx";
export {
  type ChainStripHop,
  type ChainStripNode,
  prepareChainStrip,
} from "./chainStrip/prepareChainStrip.ts";
export { FlowCounters, type FlowCountersProps } from "./flowCounters/FlowCounters.tsx";
export { type FlowLoss, type FlowStep, prepareFlowCounters } from "./flowCounters/prepareFlowCounters.ts";
export { HeatMap, type HeatMapProps } from "./heatMap/HeatMap.tsx";
export { type HeatCell, prepareHeatMap } from "./heatMap/prepareHeatMap.ts";
export { fillBuckets } from "./histogram/fillBuckets.ts";
export { Histogram, type HistogramProps } from "./histogram/Histogram.tsx";
export { type HistogramInput, prepareHistogram } from "./histogram/prepareHistogram.ts";
export { LineFigure, type LineFigureProps } from "./lineFigure/LineFigure.tsx";
export { type FigureSeries, prepareLineFigure } from "./lineFigure/prepareLineFigure.ts";
export { ParetoFront, type ParetoFrontProps } from "./paretoFront/ParetoFront.tsx";
export { type ParetoAxis, type ParetoPoint, prepareParetoFront } from "./paretoFront/prepareParetoFront.ts";
export { prepareShareBar, type SharePart } from "./shareBar/prepareShareBar.ts";
export { ShareBar, type ShareBarProps } from "./shareBar/ShareBar.tsx";
export { ChartFrame, type ChartFrameProps, type TableTwin, TwinTable } from "./shared/ChartFrame.tsx";
export { type Meaning, MeaningLegend } from "./shared/MeaningLegend.tsx";
export { TermLegend } from "./shared/TermLegend.tsx";
export { type TermPaint, termPaint } from "./shared/termPaint.ts";
export { prepareSparkline, type SparklineInput } from "./sparkline/prepareSparkline.ts";
export { Sparkline, type SparklineProps } from "./sparkline/Sparkline.tsx";
export {
  type LatencyTerm,
  prepareStackedTerms,
  type StackedTermsRow,
} from "./stackedTerms/prepareStackedTerms.ts";
export { StackedTerms, type StackedTermsProps } from "./stackedTerms/StackedTerms.tsx";
export {
  prepareTermWaterfalls,
  type TermPanel,
  type TermSeries,
} from "./termWaterfalls/prepareTermWaterfalls.ts";
export { TermWaterfalls, type TermWaterfallsProps } from "./termWaterfalls/TermWaterfalls.tsx";
export { prepareWaterfall, type WaterfallHop, type WaterfallPart } from "./waterfall/prepareWaterfall.ts";
export { Waterfall, type WaterfallProps } from "./waterfall/Waterfall.tsx";
