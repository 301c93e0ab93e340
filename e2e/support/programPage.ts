import { libraryFiles } from "@p4twin/models/library";
import { expect, type Locator, type Page } from "@playwright/test";
import { dropFiles } from "./dropFiles.ts";

export const l3fwd = libraryFiles["programs/l3fwd.p4"];

/** Number of the first line that holds a text, from 1. */
export const lineOf = (source: string, text: string): number =>
  source.slice(0, source.indexOf(text)).split("\n").length;

export const sourceOf = (page: Page, file: string): Locator =>
  page.getByRole("textbox", { name: `Source of ${file}` });

export const pathRows = (page: Page): Locator =>
  page
    .getByRole("table", { name: "Feasible paths" })
    .getByRole("row")
    .filter({ has: page.getByRole("button", { name: /^(Pin|Unpin) p/ }) });

export const pathRow = (page: Page, id: string): Locator =>
  pathRows(page).filter({ has: page.getByRole("cell", { name: id, exact: true }) });

export const litLines = (page: Page, file: string): Locator =>
  sourceOf(page, file).locator("[data-lit=path]");

/** Opens a program of the library; its page shows its paths. */
export async function openLibraryProgram(page: Page, name: string): Promise<void> {
  await page.goto("/programs");
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(pathRow(page, "p1")).toBeVisible();
}

/** Uploads files that are dropped together. */
export async function upload(page: Page, files: readonly { name: string; text: string }[]): Promise<void> {
  await page.goto("/programs?new=upload");
  await dropFiles(page.getByRole("button", { name: /^Drop a P4 program here/ }), files);
}
