// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { BudgetBar } from "./BudgetBar.tsx";
import { prepareBudgetBar } from "./prepareBudgetBar.ts";

afterEach(cleanup);

test.each([
  ["within its budget", { valueUs: 5, budgetUs: 10 }, 0.4, null],
  ["meets its budget within the tolerance", { valueUs: 10.0000005, budgetUs: 10 }, 0.8, null],
  ["over its budget", { valueUs: 20, budgetUs: 10 }, 1, "budget"],
  ["above PL, below DL", { valueUs: 15, plUs: 10, dlUs: 20 }, 0.6, "pl"],
  ["above DL", { valueUs: 25, plUs: 10, dlUs: 20 }, 1, "dl"],
  ["best effort", { valueUs: 7 }, 1, null],
  ["no delay", { valueUs: null, budgetUs: 10 }, null, null],
] as const)("%s", (_name, input, value, over) => {
  const model = prepareBudgetBar(input);
  expect(model.over).toBe(over);
  if (value === null) expect(model.value).toBeNull();
  else expect(model.value).toBeCloseTo(value, 6);
});

test("the ghost of the baseline is drawn and told", () => {
  const { container } = render(<BudgetBar label="Delay of a" valueUs={8} baselineUs={10} budgetUs={10} />);
  expect(screen.getByRole("img").getAttribute("aria-label")).toBe(
    "Delay of a: 8.00 µs, before 10.0 µs (−2.00 µs), budget 10.0 µs",
  );
  expect(container.querySelector("[data-ghost]")).not.toBeNull();
});
