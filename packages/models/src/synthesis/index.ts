export { classify } from "./classes/classify.ts";
export { synthesise } from "./classes/synthesise.ts";
export { parseServiceChain } from "./input/parseServiceChain.ts";
