import { expect, type Locator, type Page } from "@playwright/test";
import { goTo } from "./follow.ts";

/** Opens the twin of a deployment from the list of twins. */
export async function openTwin(page: Page, name: string): Promise<void> {
  await goTo(page, "/twin");
  await page.getByRole("table", { name: "deployments" }).getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

/** The row of a segment in the table of a twin page. */
export const segmentRow = (page: Page, name: string): Locator =>
  page.getByRole("table", { name: "Segments of this chain" }).getByRole("row").filter({ hasText: name });

const UNITS: Readonly<Record<string, number>> = { µs: 1, ms: 1_000, s: 1_000_000 };

/**
 * The number under a column of the segments table in us; null while there is none ("–"). The header ends in
 * its unit: `p99ms`.
 */
export async function segmentNumberUs(page: Page, segment: string, header: RegExp): Promise<number | null> {
  const table = page.getByRole("table", { name: "Segments of this chain" });
  const headers = await table.getByRole("columnheader").allTextContents();
  const column = headers.findIndex((text) => header.test(text.trim()));
  if (column < 0) throw new Error(`no column ${header} among ${headers.join(" | ")}`);
  const unit = /(µs|ms|s)$/.exec(headers[column].trim())?.[1];
  const text = (await segmentRow(page, segment).getByRole("cell").nth(column).textContent()) ?? "";
  const number = Number.parseFloat(text.replaceAll(",", ""));
  return unit === undefined || Number.isNaN(number) ? null : number * UNITS[unit];
}
