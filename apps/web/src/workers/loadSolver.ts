import loadHighs, { type Highs } from "highs";

// the loader asks for its wasm file by name; the bundler knows where that file went
const WASM_URL = new URL("highs/runtime", import.meta.url).href;

let loading: Promise<Highs> | null = null;

/** HiGHS, loaded once a worker. */
export function loadSolver(): Promise<Highs> {
  loading ??= loadHighs({ locateFile: () => WASM_URL });
  return loading;
}
