import type { Side } from "./sides.ts";

/** As git has it: files are one when half of the larger is in both. */
const LEAST_SHARE = 0.5;
/** Our choice: of more files that one side has alone nothing is sought (git: 1,000). */
const MOST_FILES = 200;
const MOST_BYTES = 16 * 1024 * 1024;

export type Rename = { before: string; after: string; share: number };

/** Files of HEAD that BASE has under another name, of the same ending, the most alike first. */
export function renamesOf(base: Side, head: Side): Rename[] {
  const [old, now] = [base.list(), head.list()];
  const [oldNames, newNames] = [new Set(old), new Set(now)];
  const gone = old.filter((file) => !newNames.has(file) && READ.test(file));
  const come = now.filter((file) => !oldNames.has(file) && READ.test(file));
  if (gone.length === 0 || gone.length > MOST_FILES || come.length > MOST_FILES) return [];
  const before = gone.flatMap((file) => linesOf(base, file));
  const found: Rename[] = [];
  for (const each of come.flatMap((file) => linesOf(head, file)))
    for (const other of before) {
      if (endingOf(each.file) !== endingOf(other.file)) continue;
      const share = shareOf(other, each);
      if (share >= LEAST_SHARE) found.push({ before: other.file, after: each.file, share });
    }
  // one name each: the same text twice goes to the same name in another folder
  const isKept = ({ before: a, after: b }: Rename): number => (nameOf(a) === nameOf(b) ? 1 : 0);
  found.sort((a, b) => b.share - a.share || isKept(b) - isKept(a));
  const taken = new Set<string>();
  return found.filter(({ before: a, after: b }) => {
    if (taken.has(`<${a}`) || taken.has(`>${b}`)) return false;
    taken.add(`<${a}`).add(`>${b}`);
    return true;
  });
}

/** BASE, which has those files under their names in HEAD, too. */
export function withRenames(base: Side, renames: readonly Rename[]): Side {
  if (renames.length === 0) return base;
  const before = new Map(renames.map((each) => [each.after, each.before]));
  const moved = new Set(before.values());
  return {
    ...base,
    list: () => base.list().filter((file) => !moved.has(file)),
    io: { ...base.io, readFile: (path) => base.io.readFile(before.get(path) ?? path) },
  };
}

/** Endings of what a review reads. */
const READ = /\.(p4|txt|cli|cmds?|commands|txtpb|textproto|pbtxt|prototxt|json|ya?ml|graphml)$/;

const nameOf = (file: string): string => file.slice(file.lastIndexOf("/") + 1);
const endingOf = (file: string): string => /\.[^./]*$/.exec(file)?.[0] ?? "";

/** Bytes of a file by its lines; nothing where it cannot be read, is large, or empty. */
type Lines = { file: string; size: number; bytes: Map<string, number> };
function linesOf({ io }: Side, file: string): Lines[] {
  try {
    const read = io.readFile(file);
    if (read.length === 0 || read.length > MOST_BYTES) return [];
    const bytes = new Map<string, number>();
    let size = 0;
    for (const line of new TextDecoder().decode(read).split("\n")) {
      bytes.set(line, (bytes.get(line) ?? 0) + line.length + 1);
      size += line.length + 1;
    }
    return [{ file, size, bytes }];
  } catch {
    return [];
  }
}

function shareOf(a: Lines, b: Lines): number {
  const largest = Math.max(a.size, b.size);
  if (Math.min(a.size, b.size) < LEAST_SHARE * largest) return 0;
  let both = 0;
  for (const [line, bytes] of b.bytes) both += Math.min(bytes, a.bytes.get(line) ?? 0);
  return both / largest;
}
