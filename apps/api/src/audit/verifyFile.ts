// Checks an export of the audit log without P4Twin: node apps/api/src/audit/verifyFile.ts FILE.jsonl [SEQ HASH]...
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { verifyChain } from "./chain.ts";
import { type AuditEntry, auditEntrySchema } from "./schema.ts";

const [file, ...heads] = process.argv.slice(2);
if (!file || heads.length % 2 !== 0) {
  process.stderr.write("usage: verifyFile.ts FILE.jsonl [SEQ HASH]...\n");
  process.exit(2);
}

async function* entriesOf(path: string): AsyncGenerator<AuditEntry> {
  for await (const line of createInterface({ input: createReadStream(path) }))
    if (line.trim() !== "") yield auditEntrySchema.parse(JSON.parse(line));
}

const noted = heads.flatMap((seq, i) =>
  i % 2 === 0 ? [{ seq: Number(seq), hash: heads[i + 1] ?? "" }] : [],
);
const { ok, entries, head, problem } = await verifyChain(entriesOf(file), noted);
process.stdout.write(
  ok
    ? `All ${entries} entries are as they were written. Head: ${head ? `${head.seq} ${head.hash}` : "none"}\n`
    : `${problem?.message}\n`,
);
process.exit(ok ? 0 : 1);
