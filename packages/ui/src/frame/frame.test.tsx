// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { AppFrame } from "./AppFrame.tsx";
import { currentHref } from "./currentHref.ts";
import { StatusItem } from "./StatusItem.tsx";

afterEach(cleanup);

test.each([
  ["/", "/"],
  ["/programs", "/programs"],
  ["/programs/42", "/programs"],
  ["/programs/new", "/programs/new"],
  ["/programsx", undefined],
])("the page %s belongs to %s", (path, href) => {
  expect(currentHref(["/", "/programs", "/programs/new"], path)).toBe(href);
});

test("the frame marks where one is, skips to the content and opens its drawer", () => {
  const onRailCollapsedChange = vi.fn();
  render(
    <AppFrame
      brand="P4Twin"
      nav={[
        { href: "/", label: "Overview", icon: null },
        { href: "/twin", label: "Twin", icon: null, alerts: 2, also: ["/deployments"] },
      ]}
      currentPath="/deployments/7"
      onRailCollapsedChange={onRailCollapsedChange}
      statusStart={<StatusItem label="exporters" value={3} tone="ok" state="all heard" href="/telemetry" />}
    >
      page
    </AppFrame>,
  );
  const twin = screen.getByRole("link", { name: /Twin 2 alerts/ });
  expect(twin.getAttribute("aria-current")).toBe("page");
  expect(screen.getByRole("link", { name: "Skip to content" }).getAttribute("href")).toBe("#main");
  expect(screen.getByRole("main").id).toBe("main");
  expect(screen.getByRole("link", { name: /exporters/ }).getAttribute("href")).toBe("/telemetry");
  fireEvent.click(screen.getByRole("button", { name: "Narrow navigation" }));
  expect(onRailCollapsedChange).toHaveBeenCalledExactlyOnceWith(true);
  fireEvent.click(screen.getByRole("button", { name: "Open navigation" }));
  expect(within(screen.getByRole("dialog")).getByRole("link", { name: "Overview" })).toBeDefined();
});
