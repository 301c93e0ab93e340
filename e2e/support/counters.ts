import { expect, type Page } from "@playwright/test";

const numberIn = (text: string): number => Number(text.replaceAll(",", ""));

/**
 * The counters of an exporter (or a capture) from their table: "Datagrams received" -> 2000, "– reason" -> 12.
 * `what` is "Datagrams" or "Reports"; those of a capture are "Frames" of "the capture".
 */
export async function countersOf(
  page: Page,
  what: "Datagrams" | "Reports" | "Frames",
  address: string,
): Promise<Map<string, number>> {
  const name = `${what} of ${address}`;
  const table = page.getByRole("table", { name, exact: true });
  if (!(await table.isVisible())) {
    const figure = page.getByRole("figure").filter({ has: page.getByRole("list", { name: `${name}: ` }) });
    await figure.getByRole("button", { name: "Show table" }).click();
    await expect(table).toBeVisible();
  }
  const rows = await table
    .getByRole("row")
    .evaluateAll((found) =>
      found.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent ?? "")),
    );
  return new Map(rows.filter((cells) => cells.length > 0).map(([step, count]) => [step, numberIn(count)]));
}

/** What fell out of a flow of counters, all reasons together. */
export const lossesOf = (counters: ReadonlyMap<string, number>): number =>
  [...counters].reduce((sum, [step, count]) => (step.startsWith("– ") ? sum + count : sum), 0);
