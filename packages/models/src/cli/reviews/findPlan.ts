import { readDocument } from "../../core/index.ts";
import { parseDeviceProfile } from "../../device/index.ts";
import { placementSchema } from "../../placement/index.ts";
import type { PlanRules, ReviewedCloud, ReviewedFile, ReviewPlan } from "../../review/index.ts";
import { snapshotFileSchema } from "../../snapshot/index.ts";
import { topologyFileEndings } from "../../topology/index.ts";
import { isProblem } from "./reviewClouds.ts";
import type { Side } from "./sides.ts";

/** Files that are looked into, and their size (our choice). */
const MOST_FILES = 500;
const MOST_BYTES = 16 * 1024 * 1024;

type Kind = "program" | "entries" | "snapshot" | "profile" | "problem" | "placement" | "topology";
type Found = Readonly<Record<Kind, string[]>>;

/**
 * A plan of what lies in both folders: programs, with the entries, snapshots and profiles that belong to them by name
 * or because there is nothing else; clouds with their placements. `told`: what was left out.
 */
export function findPlan(base: Side, head: Side, rules: PlanRules): { plan: ReviewPlan; told: string[] } {
  const told: string[] = [];
  const found = kindsOf(base, head, told);
  const programs = programsOf(found, told);
  return { plan: { version: 1, programs, clouds: cloudsOf(found), rules }, told };
}

function kindsOf(base: Side, head: Side, told: string[]): Found {
  const found: Record<Kind, string[]> = {
    ...{ program: [], entries: [], snapshot: [], profile: [], problem: [], placement: [], topology: [] },
  };
  const all = [...new Set([...head.list(), ...base.list()])].sort();
  if (all.length > MOST_FILES)
    told.push(`${all.length} files, of which the first ${MOST_FILES} are looked into`);
  for (const file of all.slice(0, MOST_FILES)) {
    const text = textOf(head, file) ?? textOf(base, file);
    const kind = text === null ? null : kindOf(text, file);
    if (kind) found[kind].push(file);
  }
  // what p4c made of a source that is there says the same twice
  const sources = new Set(found.program.filter((file) => file.endsWith(".p4")).map(stemOf));
  found.program = found.program.filter((file) => file.endsWith(".p4") || !sources.has(stemOf(file)));
  return found;
}

function textOf({ io }: Side, file: string): string | null {
  try {
    const bytes = io.readFile(file);
    return bytes.length > MOST_BYTES ? null : new TextDecoder().decode(bytes);
  } catch {
    return null;
  }
}

/** What a file is by its content; null: nothing that a review reads. */
export function kindOf(text: string, file: string): Kind | null {
  // a library of a program has no `main`
  if (file.endsWith(".p4")) return /\bmain\s*;/.test(text) ? "program" : null;
  if (/\.(txt|cli|cmd|cmds|commands)$/.test(file))
    return /^\s*(table_add|table_set_default|table_indirect_add)\s/m.test(text) ? "entries" : protobuf(text);
  if (/\.(txtpb|textproto|pbtxt|prototxt)$/.test(file)) return protobuf(text);
  if (/\.(json|ya?ml)$/.test(file)) return documentKind(text, file);
  return topologyFileEndings.some((end) => file.endsWith(end)) ? "topology" : null;
}

/** P4Runtime's text: a WriteRequest, a ReadResponse, or entities alone. */
const protobuf = (text: string): Kind | null =>
  /^\s*(updates|entities|table_entry|entity)\s*\{/m.test(text) ? "entries" : null;

function documentKind(text: string, file: string): Kind | null {
  const { value, diagnostics } = readDocument(text, file);
  if (diagnostics.length > 0 || typeof value !== "object" || value === null) return null;
  const has = (...names: string[]): boolean => names.every((name) => name in value);
  if (has("pipelines", "parsers", "header_types")) return "program";
  if (has("table_entries") || has("updates")) return "entries";
  if (snapshotFileSchema.safeParse(value).success) return "snapshot";
  if (isProblem(text, file)) return "problem";
  if (placementSchema.safeParse(value).success) return "placement";
  if (parseDeviceProfile(text, file).ok) return "profile";
  const isTopology = has("links") && (has("nodes") || has("switches") || has("hosts"));
  return isTopology || has("topology") ? "topology" : null;
}

const stemOf = (file: string): string => file.replace(/\.[^./]*$/, "");
const nameOf = (file: string): string => stemOf(file).replace(/^.*\//, "");

function programsOf(found: Found, told: string[]): ReviewedFile[] {
  const plain = { include: [], define: {}, devices: found.profile };
  const owners = (files: readonly string[]): Map<string, string[]> => {
    const of = new Map<string, string[]>();
    for (const file of files) {
      const owner = ownerOf(file, found.program);
      if (owner) of.set(owner, [...(of.get(owner) ?? []), file]);
      else told.push(`${file} belongs to no program by its name; name both in p4twin.yaml`);
    }
    return of;
  };
  const [entries, snapshots] = [owners(found.entries), owners(found.snapshot)];
  return found.program.flatMap((file): ReviewedFile[] => {
    const snapshot = snapshots.get(file)?.[0];
    const one = { ...plain, file, ...(snapshot === undefined ? {} : { snapshot }) };
    const own = entries.get(file) ?? [];
    return own.length === 0 ? [one] : own.map((each) => ({ ...one, entries: each }));
  });
}

/**
 * The program whose name a file's begins with, the longest first; else the only one, or the only one in the nearest
 * folder around the file.
 */
function ownerOf(file: string, programs: readonly string[]): string | null {
  if (programs.length === 1) return programs[0]!;
  const named = programs.filter((program) => nameOf(file).startsWith(nameOf(program)));
  const longest = named.sort((a, b) => nameOf(b).length - nameOf(a).length)[0];
  if (longest !== undefined) return longest;
  const around = programs.filter((program) => file.startsWith(folderOf(program)));
  const nearest = Math.max(...around.map((program) => folderOf(program).length));
  const [only, ...more] = around.filter((program) => folderOf(program).length === nearest);
  return more.length === 0 ? (only ?? null) : null;
}

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf("/") + 1);

function cloudsOf({ problem, topology, placement, profile }: Found): ReviewedCloud[] {
  const plain = { profiles: profile, entries: {}, engine: "ilp" };
  return [
    ...problem.map((file): ReviewedCloud => {
      const placed = ownedBy(file, problem, placement);
      return { ...plain, file, ...(placed === undefined ? {} : { placement: placed }) };
    }),
    ...topology.map((file): ReviewedCloud => ({ ...plain, file })),
  ];
}

const ownedBy = (file: string, among: readonly string[], candidates: readonly string[]) =>
  candidates.find((each) => ownerOf(each, among) === file);
