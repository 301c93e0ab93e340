// Files that import each other in a circle: each of them may find what it imports still undefined.
import { createRequire } from "node:module";
import { relative } from "node:path";
import { ROOT } from "../texts/files.mjs";
import { targetOf } from "./rules.mjs";

const REMEDY = "a cycle; move what they share to a file that imports none of them, or import its types only";

/** What a specifier may leave out of the name of its file. */
const LEFT_OUT = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"];

const { resolve } = createRequire(`${ROOT}/package.json`);

/** File that the `exports` of one of our packages give for a name; null when they give none. */
function exportedFile(name) {
  try {
    return relative(ROOT, resolve(name));
  } catch {
    return null;
  }
}

/** File -> files that it imports, with the line. Types are no part of what runs, and a file may import itself. */
function graphOf(importsOfFiles) {
  const exported = new Map();
  const fileOf = (from, specifier) => {
    const { file, name } = targetOf(from, specifier);
    if (file) return LEFT_OUT.map((end) => file + end).find((candidate) => importsOfFiles.has(candidate));
    if (!name.startsWith("@p4twin/")) return undefined;
    if (!exported.has(name)) exported.set(name, exportedFile(name));
    return exported.get(name);
  };
  const linesOf = ([from, imports]) => {
    const lines = new Map();
    for (const { specifier, line, isType } of imports) {
      const to = isType ? undefined : fileOf(from, specifier);
      if (importsOfFiles.has(to) && to !== from && !lines.has(to)) lines.set(to, line);
    }
    return [from, lines];
  };
  return new Map([...importsOfFiles].map(linesOf));
}

/** Groups of files each of which reaches all others of its group (Tarjan: every import is followed once). */
function circlesOf(graph) {
  const order = new Map();
  const lowest = new Map();
  const open = [];
  const isOpen = new Set();
  const circles = [];
  const visit = (file) => {
    const place = order.size;
    order.set(file, place);
    lowest.set(file, place);
    open.push(file);
    isOpen.add(file);
    for (const to of graph.get(file).keys()) {
      if (!order.has(to)) visit(to);
      if (isOpen.has(to)) lowest.set(file, Math.min(lowest.get(file), lowest.get(to)));
    }
    if (lowest.get(file) < place) return;
    const circle = open.splice(open.lastIndexOf(file));
    for (const member of circle) isOpen.delete(member);
    if (circle.length > 1) circles.push(circle);
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}

/** The shortest way from a file of a circle back to it. */
function shortestWay(graph, [start]) {
  const ways = [[start]];
  const seen = new Set();
  // grows while it is read
  for (const way of ways)
    for (const to of graph.get(way.at(-1)).keys()) {
      if (to === start) return [...way, start];
      if (!seen.has(to)) ways.push([...way, to]);
      seen.add(to);
    }
}

/**
 * For each group of files that import each other in a circle its shortest way round, as
 * `file:line imports file:line imports file: reason`. Takes file -> what `importsOf` found in it, of all files.
 */
export function importCycles(importsOfFiles) {
  const graph = graphOf(importsOfFiles);
  return circlesOf(graph).map((circle) => {
    const way = shortestWay(graph, circle.sort());
    const steps = way.map((file, i) =>
      i + 1 < way.length ? `${file}:${graph.get(file).get(way[i + 1])}` : file,
    );
    return `${steps.join(" imports ")}: ${REMEDY}`;
  });
}
