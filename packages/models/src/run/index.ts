export { runStf } from "./stf/runStf.ts";
