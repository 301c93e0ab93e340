import type { Page } from "@playwright/test";

// A page that is opened by its address loads a document: a third of a second of the processor more than following a
// link. By address opens the first page of a test, and what is about addresses or about a page that lost its state.

type Routed = { next: { router: { push(to: string): void } } };

/** Goes to another page as a link of the product does: the document stays, with what it has asked for. */
export async function followTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => (window as unknown as Routed).next.router.push(to), path);
  await page.waitForURL((url) => {
    const { pathname, searchParams } = new URL(path, url);
    return url.pathname === pathname && [...searchParams].every(([k, v]) => url.searchParams.get(k) === v);
  });
}

/** Opens a page: the first of a test by its address, the others as who follows a link. */
export async function goTo(page: Page, path: string): Promise<void> {
  if (page.url().startsWith("http")) await followTo(page, path);
  else await page.goto(path);
}

/** Goes to a place by its link in the rail. */
export async function goByRail(page: Page, place: string): Promise<void> {
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: place, exact: true });
  const path = await link.getAttribute("href");
  await link.click();
  await page.waitForURL((url) => url.pathname === path);
}
