export { checkChains } from "./checkChains.ts";
export { libraryFunctions, libraryFunctionTypes } from "./library.ts";
export { parseChains } from "./parseChains.ts";
export {
  type Chain,
  type ChainFile,
  chainFileSchema,
  chainSchema,
  featuresSchema,
  type NetworkFunction,
  networkFunctionSchema,
  type Segment,
  segmentSchema,
} from "./schema.ts";
