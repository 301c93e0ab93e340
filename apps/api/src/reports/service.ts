import { createHash, randomBytes } from "node:crypto";
import { DomainError, notFound } from "../errors.ts";
import { hashJson } from "../shared/hash.ts";
import type { JsonObject } from "../shared/schemas.ts";
import { type Clock, found } from "../shared/service.ts";
import type { PublicReport, Report, ReportRefs, Snapshot } from "./schema.ts";
import type { Link, ReportStore } from "./store.ts";

const MS_PER_HOUR = 3_600_000;
const TOKEN_BYTES = 32;
const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Collects what a kind of report shows, complete: nothing is looked up again when the report is read. */
export type Snapshotters = {
  [K in ReportRefs["kind"]]: (refs: Extract<ReportRefs, { kind: K }>) => Promise<JsonObject>;
};

type Deps = { store: ReportStore; snapshotters: Snapshotters; clock: Clock; product: string };

/** Reports: frozen, self-contained snapshots, shared by links of which only the hash is stored. */
export function createReportService({ store, snapshotters, clock, product }: Deps) {
  const get = async (id: string): Promise<Report> => found(await store.get(id, clock()), "report", id);

  const preview = async (refs: ReportRefs, comment: string | null = null): Promise<Snapshot> => {
    const data = await (refs.kind === "twin" ? snapshotters.twin(refs) : snapshotters.placement(refs));
    return { version: 1, frozenAt: clock().toISOString(), product, comment: comment || null, refs, data };
  };

  return {
    list: () => store.list(clock()),
    get,
    /** What a report would hold now; nothing is stored. */
    preview,

    async freeze(input: {
      title: string;
      comment?: string | null;
      refs: ReportRefs;
      by: string | null;
    }): Promise<Report> {
      const { refs, title, comment, by } = input;
      const snapshot = await preview(refs, comment);
      return get(
        await store.create({ kind: refs.kind, title, snapshot, hash: hashJson(snapshot), createdBy: by }),
      );
    },

    /** The token is in this answer and nowhere else. */
    async share(input: {
      id: string;
      expiresInHours: number;
      by: string | null;
    }): Promise<{ link: Link; token: string; path: string }> {
      await get(input.id);
      const token = randomBytes(TOKEN_BYTES).toString("base64url");
      const now = clock();
      const expiresAt = new Date(now.getTime() + input.expiresInHours * MS_PER_HOUR);
      const row = { reportId: input.id, tokenHash: hashToken(token), expiresAt, createdBy: input.by };
      return { link: await store.addLink(row, now), token, path: `/r/${token}` };
    },

    async revoke(linkId: string): Promise<void> {
      if (!(await store.revokeLink(linkId, clock()))) throw notFound("share link", linkId);
    },

    /**
     * A revoked link answers like one that never was; an expired one answers that, for whoever received it in
     * good faith.
     */
    async publicGet(token: string): Promise<PublicReport> {
      const now = clock();
      const link = await store.findLink(hashToken(token));
      if (!link || link.revokedAt) throw new DomainError("not_found", "There is no report behind this link.");
      if (link.expiresAt <= now) {
        const day = link.expiresAt.toISOString().slice(0, 16).replace("T", " ");
        throw new DomainError("gone", `This link expired on ${day} UTC. Ask whoever sent it for a new one.`);
      }
      const report = await store.linked(link.reportId, now);
      if (!report) throw new DomainError("not_found", "There is no report behind this link.");
      await store.touchLink(link.id, now);
      const { links: _, ...open } = report;
      return { ...open, expiresAt: link.expiresAt.toISOString() };
    },

    async remove(id: string): Promise<void> {
      if (!(await store.setRemoved(id, clock()))) throw notFound("report", id);
    },

    async restore(id: string): Promise<void> {
      if (!(await store.setRemoved(id, null))) throw notFound("report", id);
    },
  };
}
