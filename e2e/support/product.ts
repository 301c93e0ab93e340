import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import { expect } from "@playwright/test";

const given = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the journeys through scripts/e2e.mjs`);
  return value;
};

/** The product under test, as scripts/e2e.mjs started it. */
export const product = {
  url: () => given("P4TWIN_E2E_URL"),
  /** signs the owner in, once */
  signInLink: () => given("P4TWIN_E2E_SIGN_IN"),
  intPort: () => Number(given("P4TWIN_E2E_INT_PORT")),
};

/** A connection that was idle for a minute may be closed just when it is used again: it is asked once more. */
const maxRetries = 1;

/** Cookies of the owner, written by the sign-in set-up. */
export const OWNER_STATE = join("test-results", "owner.json");

/** Calls a mutation of the API with the session of the page. Returns its output. */
export async function mutate<Output>(
  request: APIRequestContext,
  procedure: string,
  input: unknown,
): Promise<Output> {
  // as a page of the product sends it: a change with the session's cookie comes from our own pages only
  const headers = { origin: product.url() };
  const answer = await request.post(`/trpc/${procedure}`, { data: input, headers, maxRetries });
  expect(answer.ok(), `${procedure}: ${await answer.text()}`).toBe(true);
  return (await answer.json()).result.data;
}

/** Calls a query of the API with the session of the page. Returns its output. */
export async function ask<Output>(
  request: APIRequestContext,
  procedure: string,
  input?: unknown,
): Promise<Output> {
  const params = input === undefined ? undefined : { input: JSON.stringify(input) };
  const answer = await request.get(`/trpc/${procedure}`, { params, maxRetries });
  expect(answer.ok(), `${procedure}: ${await answer.text()}`).toBe(true);
  return (await answer.json()).result.data;
}
