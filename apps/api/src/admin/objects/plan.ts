import type { Item, Version } from "./collect.ts";
import { isVersioned } from "./kinds.ts";
import { referencesIn } from "./references.ts";

/** What an import does with one object. `add`: the versions that it stores, oldest first. */
export type Step = { item: Item; here: Item | null; add: Version[] } & (
  | { action: "create" | "change" | "keep" }
  | { action: "conflict"; why: string }
);
export type Plan = { steps: Step[]; onlyHere: Item[] };

const at = ({ kind, key }: { kind: string; key: string }): string => `${kind}/${key}`;

/** Holds files against an instance. Nothing is deleted: what only the instance has is listed. */
export function planImport(files: readonly Item[], instance: readonly Item[]): Plan {
  const hereAt = new Map(instance.map((item) => [at(item), item]));
  const fileAt = new Map(files.map((item) => [at(item), item]));
  const holds = (place: string, hash: string | null): boolean =>
    [fileAt.get(place), hereAt.get(place)].some(
      (item) => item !== undefined && (hash === null || item.versions.some((v) => v.hash === hash)),
    );
  const steps = files.map((item): Step => {
    const here = hereAt.get(at(item)) ?? null;
    const dangling = item.versions
      .flatMap((version) => referencesIn(version.content))
      .find(({ reference }) => !holds(at(reference), reference.hash));
    if (dangling) {
      const { kind, key, hash } = dangling.reference;
      const why = `it refers to a version @${hash} of ${kind}/${key}, which is neither in the files nor here; write ref:${kind}/${key} for the newest`;
      return { item, here, add: [], action: "conflict", why };
    }
    if (!here) return { item, here, add: item.versions, action: "create" };
    return against(item, here);
  });
  const onlyHere = instance.filter((item) => !item.removed && !fileAt.has(at(item)));
  return { steps, onlyHere };
}

function against(item: Item, here: Item): Step {
  const newest = item.versions.at(-1);
  const current = here.versions.at(-1);
  const known = new Set(here.versions.map((v) => v.hash));
  const missing = item.versions.filter((v) => !known.has(v.hash));
  const same = newest?.hash === current?.hash;
  const step = { item, here, add: missing };
  if (same && missing.length === 0 && item.name === here.name && item.removed === here.removed)
    return { ...step, action: "keep" };
  if (!isVersioned(item.kind)) return { ...step, add: item.versions, action: "change" };
  if (same && missing.length > 0) {
    const why = `the files have older versions (@${missing[0].hash}) that this instance never had: a history is not rewritten`;
    return { ...step, add: [], action: "conflict", why };
  }
  if (!same && newest && known.has(newest.hash)) {
    const number = here.versions.findIndex((v) => v.hash === newest.hash) + 1;
    const why = `the file is version ${number} of ${here.versions.length} here: the instance is newer. Export again, or change the file`;
    return { ...step, add: [], action: "conflict", why };
  }
  return { ...step, action: "change" };
}
