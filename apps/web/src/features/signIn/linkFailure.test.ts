import { expect, it } from "vitest";
import { linkFailure } from "./linkFailure.ts";

it("says why a link did not sign in, and what to do", () => {
  expect(linkFailure("INVALID_TOKEN")).toMatch(/used already.*npm start -- --sign-in/);
  expect(linkFailure("EXPIRED_TOKEN")).toContain("expired");
  expect(linkFailure("SOMETHING_NEW")).toContain("SOMETHING_NEW");
  expect(linkFailure(null)).toBeNull();
});
