export { branchFaults, isOnOneWay, waysOfChain } from "./branches.ts";
export { checkChains } from "./checkChains.ts";
export { libraryFunctions, libraryFunctionTypes } from "./library.ts";
export { parseChains } from "./parseChains.ts";
export {
  type Chain,
  type ChainFile,
  chainFileSchema,
  chainSchema,
  type NetworkFunction,
  networkFunctionSchema,
} from "./schema.ts";
