// A computation that needs more and more memory, for the tests of its bound.
import { onTask } from "../src/shared/childPort.ts";

onTask(() => {
  const kept: number[][] = [];
  for (;;) kept.push(new Array(10_000).fill(kept.length));
});
