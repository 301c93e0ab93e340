import { z } from "zod";
import { type Diagnostic, err, ok, type Result } from "../../core/index.ts";
import { type PlaceCounts, placeCountsSchema } from "../../program/index.ts";

/** Tables, parser states and conditions that are counted at most (our choice). */
export const MOST_PLACES = 5_000;

const packets = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(z.number().nonnegative());
const name = z.string().min(1);

/**
 * A table entry with its direct counter; several entries of one action add up. `hit` tells hit and miss apart
 * where the program asks.
 */
const entrySchema = z.object({ table: name, action: name, packets, hit: z.boolean().optional() });
/** One cell of an indirect counter, as BMv2's `counter_read NAME INDEX` prints it. */
const cellSchema = z.object({ counter: name, index: z.number().int().nonnegative().default(0), packets });
/** What a cell of an indirect counter counts: the program does not say it, its author does. */
const meaningSchema = z.object({
  counter: name,
  index: z.number().int().nonnegative().default(0),
  place: z.object({ kind: z.enum(["table", "state", "condition"]), name, way: name }),
});

const data = z.object({ packetCount: packets });
/** Entities of a P4Runtime read response in JSON, with names in place of numeric ids (as shells print them). */
const runtimeEntry = z.object({
  table: name,
  action: z.union([name, z.object({ name }).transform((a) => a.name)]),
  counterData: data.optional(),
  isDefaultAction: z.boolean().optional(),
});
const entitySchema = z.union([
  z.object({ tableEntry: runtimeEntry }),
  z.object({ directCounterEntry: z.object({ tableEntry: runtimeEntry, data }) }),
  z.object({
    counterEntry: z.object({
      counter: name,
      index: z.union([z.number(), z.object({ index: packets }).transform((i) => i.index)]).default(0),
      data,
    }),
  }),
]);

/**
 * An upload of counters: table entries, cells with what they count, the entities of a P4Runtime read, or the places
 * that `p4twin run --branches` counted.
 */
const counterUploadSchema = z.object({
  entries: z.array(entrySchema).max(100_000).default([]),
  counters: z.array(cellSchema).max(100_000).default([]),
  means: z.array(meaningSchema).max(10_000).default([]),
  entities: z.array(entitySchema).max(100_000).default([]),
  places: z.array(placeCountsSchema).max(MOST_PLACES).default([]),
});

/**
 * Counts by place from an upload in any of its forms; keys may be written in camelCase or snake_case. Errors:
 * not of the form, a cell without a meaning, nothing counted.
 */
export function readCounters(upload: unknown): Result<PlaceCounts[], Diagnostic[]> {
  const parsed = counterUploadSchema.safeParse(camelKeys(upload));
  const problem = (code: string, message: string): Diagnostic => ({
    severity: "error",
    code,
    message,
    span: null,
  });
  if (!parsed.success)
    return err(
      parsed.error.issues.map((issue) =>
        problem("counter-field", `${issue.path.join(".") || "the upload"}: ${issue.message}`),
      ),
    );
  const { entries, counters, means, entities, places: given } = parsed.data;
  const cells = [...counters];
  const rows = [...entries];
  for (const entity of entities) {
    if ("counterEntry" in entity) {
      const { counter, index, data: counted } = entity.counterEntry;
      cells.push({ counter, index, packets: counted.packetCount });
      continue;
    }
    const direct = "directCounterEntry" in entity ? entity.directCounterEntry : null;
    const entry = direct ? direct.tableEntry : "tableEntry" in entity ? entity.tableEntry : null;
    const counted = direct?.data ?? entry?.counterData;
    if (!entry || !counted) continue;
    rows.push({ table: entry.table, action: entry.action, packets: counted.packetCount });
  }
  const places = new Map<string, PlaceCounts>();
  const count = (kind: PlaceCounts["kind"], place: string, way: string, packetCount: number): void => {
    const key = `${kind} ${place}`;
    const known = places.get(key) ?? { kind, name: place, ways: {} };
    known.ways[way] = (known.ways[way] ?? 0) + packetCount;
    places.set(key, known);
  };
  for (const row of rows) {
    const action = short(row.action);
    const way = row.hit === undefined ? action : `${row.hit ? "hit" : "miss"}: ${action}`;
    count("table", short(row.table), way, row.packets);
  }
  for (const { kind, name: place, ways } of given)
    for (const [way, times] of Object.entries(ways)) count(kind, place, way, times);
  const problems: Diagnostic[] = [];
  for (const cell of cells) {
    const meaning = means.find((m) => m.counter === cell.counter && m.index === cell.index);
    if (!meaning) {
      problems.push(
        problem(
          "counter-meaning",
          `nothing says what ${cell.counter}[${cell.index}] counts; add it to "means" with its place`,
        ),
      );
      continue;
    }
    const { kind, name: place, way } = meaning.place;
    count(kind, kind === "table" ? short(place) : place, kind === "table" ? short(way) : way, cell.packets);
  }
  if (problems.length > 0) return err(problems);
  if (places.size === 0)
    return err([
      problem("no-counters", "the upload counts nothing; give entries, counters, entities or places"),
    ]);
  return ok([...places.values()]);
}

/** The name without the control it belongs to. */
const short = (full: string): string => full.slice(full.lastIndexOf(".") + 1);

/** The same value with keys in camelCase: P4Runtime's JSON is written either way. Ways of places are names. */
function camelKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      key === "places" ? inner : camelKeys(inner),
    ]),
  );
}
