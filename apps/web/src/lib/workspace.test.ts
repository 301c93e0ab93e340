import { afterEach, expect, test } from "vitest";
import { inWorkspace, stayIn, workspaceHeader, workspaceIn } from "./workspace.ts";

const ID = "01a20384-e064-7717-b71d-33e157c443e0";

afterEach(() => stayIn(null));

test("the workspace is read from the cookies of the page, and nothing else is taken for one", () => {
  expect(workspaceIn(`a=1; p4twin.workspace=${ID}; b=2`)).toBe(ID);
  expect(workspaceIn("a=1")).toBeNull();
  expect(workspaceIn("p4twin.workspace=<script>")).toBeNull();
});

test("a tab stays in the workspace that it shows, whatever another tab chooses", () => {
  expect(workspaceHeader()).toEqual({});
  expect(inWorkspace("/trpc")).toBe("/trpc");
  stayIn(ID);
  expect(workspaceHeader()).toEqual({ "x-p4twin-workspace": ID });
  expect(inWorkspace("/trpc")).toBe(`/trpc?workspace=${ID}`);
  expect(inWorkspace("/x?a=1")).toBe(`/x?a=1&workspace=${ID}`);
});
