import { expect, test } from "vitest";
import { auditDiff } from "./auditDiff.ts";
import { exportHref, filterOf } from "./auditUrl.ts";
import { objectOf, outcomeWords, personOf } from "./auditWords.ts";

test("a difference names what changed, came and went, and leaves the rest unmarked", () => {
  const before = { name: "a", version: { number: 1 }, old: true, tags: [] };
  const after = { name: "b", version: { number: 1 }, tags: [], fresh: null };
  expect(auditDiff(before, after)).toEqual([
    { path: "name", before: "a", after: "b", changed: true },
    { path: "version.number", before: "1", after: "1", changed: false },
    { path: "tags", before: "[]", after: "[]", changed: false },
    { path: "fresh", before: null, after: "null", changed: true },
    { path: "old", before: "true", after: null, changed: true },
  ]);
});

test("what was made has no before, what was removed no after, and nothing gives no rows", () => {
  expect(auditDiff(null, { name: "a" })).toEqual([{ path: "name", before: null, after: "a", changed: true }]);
  expect(auditDiff({ name: "a" }, null)).toEqual([{ path: "name", before: "a", after: null, changed: true }]);
  expect(auditDiff(null, undefined)).toEqual([]);
});

test("the filter and the download are made from the URL, without what is not set", () => {
  const url = {
    person: "Ada",
    object: "",
    action: "programs",
    outcome: "refused",
    range: "7d",
    text: "",
    before: null,
    entry: null,
  } as const;
  const filter = filterOf(url, Date.UTC(2026, 0, 8, 12, 0, 30));
  expect(filter).toEqual({
    actor: "Ada",
    action: "programs",
    outcome: "refused",
    from: "2026-01-01T12:00:00.000Z",
  });
  expect(exportHref("csv", filter)).toBe(
    "/api/v1/audit/export?format=csv&actor=Ada&action=programs&outcome=refused&from=2026-01-01T12%3A00%3A00.000Z",
  );
  expect(filterOf({ ...url, range: "all" }, 0)).not.toHaveProperty("from");
});

test("an entry in words: who, what, how it ended", () => {
  const entry = {
    seq: 1,
    at: "2026-01-01T00:00:00.000Z",
    actorId: null,
    actorName: null,
    via: null,
    address: "::1",
    userAgent: null,
    workspaceId: null,
    action: "auth/sign-in/email",
    objectKind: null,
    objectId: null,
    objectName: null,
    outcome: "refused",
    times: 1,
    before: null,
    after: null,
    input: { email: "ada@example.org" },
    prevHash: "",
    hash: "",
  };
  expect(personOf(entry)).toBe("ada@example.org");
  expect(personOf({ ...entry, input: null, times: 40 })).toBe("several");
  expect(objectOf(entry)).toBeNull();
  expect(objectOf({ ...entry, objectKind: "program", objectName: "a.p4" })).toBe("program a.p4");
  expect(outcomeWords("forbidden")).toBe("role too low");
  expect(outcomeWords("some_new_code")).toBe("some new code");
});
