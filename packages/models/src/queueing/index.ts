export { meanWait, type Wait } from "./wait.ts";
