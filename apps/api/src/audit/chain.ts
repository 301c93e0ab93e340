import { createHash } from "node:crypto";
import type { AuditEntry, AuditHead, AuditProof } from "./schema.ts";

export const RETENTION_ACTION = "audit.retention";

const part = (text: string | null): string => (text === null ? "-" : `${Buffer.byteLength(text)}:${text}`);
const json = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

/** The hash of an entry, as the database makes it (`audit_chain` of the migration). */
function hashOf(e: AuditEntry): string {
  const parts = [
    e.prevHash,
    String(e.seq),
    e.at,
    e.actorId,
    e.actorName,
    e.via,
    e.address,
    e.userAgent,
    e.workspaceId,
    e.action,
    e.objectKind,
    e.objectId,
    e.objectName,
    e.outcome,
    String(e.times),
    json(e.before),
    json(e.after),
    json(e.input),
  ];
  return createHash("sha256").update(parts.map(part).join("")).digest("hex");
}

/**
 * Walks entries from the first to the last: each must have the hash of its content and follow the one before.
 * What retention took away is accounted for by an entry of its own. `noted`: heads that were kept elsewhere;
 * each must still be there as it was.
 */
export async function verifyChain(
  entries: AsyncIterable<AuditEntry>,
  noted: readonly AuditHead[] = [],
): Promise<AuditProof> {
  let count = 0;
  let first: AuditEntry | null = null;
  let last: AuditEntry | null = null;
  let retained: AuditHead | null = null;
  const unseen = new Map(noted.map((head) => [head.seq, head.hash]));
  const proof = (problem: AuditProof["problem"]): AuditProof => ({
    ok: problem === null,
    entries: count,
    first: first?.seq ?? null,
    head: last && { seq: last.seq, hash: last.hash },
    problem,
  });

  for await (const entry of entries) {
    const { seq } = entry;
    if (hashOf(entry) !== entry.hash)
      return proof({ seq, message: `Entry ${seq} was changed after it was written.` });
    if (last && (seq !== last.seq + 1 || entry.prevHash !== last.hash))
      return proof({ seq, message: `Entries between ${last.seq} and ${seq} are missing or were replaced.` });
    const hash = unseen.get(seq);
    if (hash !== undefined && hash !== entry.hash)
      return proof({ seq, message: `Entry ${seq} is not the one that was noted.` });
    unseen.delete(seq);
    first ??= entry;
    if (entry.action === RETENTION_ACTION) retained = removedBy(entry) ?? retained;
    last = entry;
    count += 1;
  }
  if (first && first.seq > 1 && (retained?.seq !== first.seq - 1 || retained.hash !== first.prevHash))
    return proof({
      seq: first.seq,
      message: `Entries before ${first.seq} are missing, and retention did not remove them.`,
    });
  // what retention removed may have been noted
  for (const [seq] of unseen)
    if (last === null || seq > last.seq)
      return proof({ seq, message: `Entry ${seq} was noted and is missing.` });
  return proof(null);
}

/** The last entry that a retention run took away. */
function removedBy({ after }: AuditEntry): AuditHead | null {
  if (typeof after !== "object" || after === null || !("seq" in after) || !("hash" in after)) return null;
  return { seq: Number(after.seq), hash: String(after.hash) };
}
