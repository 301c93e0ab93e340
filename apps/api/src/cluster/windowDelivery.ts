import type { Bus } from "../bus/bus.ts";
import type { Delivered } from "../bus/delivered.ts";
import type { LocalLink } from "../bus/local/localLink.ts";
import { decodeWindows, encodeWindows, WINDOW_SUBJECTS } from "../bus/windowCodec.ts";
import type { WindowRow } from "../bus/windowRow.ts";
import type { Component } from "../components.ts";
import type { WindowStore } from "../writer/storeWindows.ts";

const STORE = "p4twin.store";
/**
 * A database that hangs holds a batch for so long; then the outbox offers it again, and storing it twice
 * changes nothing (our choice).
 */
const STORE_TIMEOUT_MS = 60_000;
/** Batches of all outboxes that wait in the writer (our choice: two outboxes have one each under way). */
const MAX_BATCHES = 4;

/** Hands batches to the process that writes, and resolves when they are in the database. */
export const deliverTo =
  (link: LocalLink) =>
  async (records: readonly (readonly WindowRow[])[]): Promise<Delivered> => {
    const answer = await link.request(STORE, encodeWindows(records.flat()), STORE_TIMEOUT_MS);
    return JSON.parse(Buffer.from(answer).toString());
  };

/** In the process that writes: stores what the others hand over, one batch after another. */
export function createStoreServer(link: LocalLink, store: WindowStore): Component {
  let turn: Promise<unknown> = Promise.resolve();
  let batches = 0;
  const take = async (payload: Uint8Array): Promise<string> => {
    const rows = decodeWindows(payload);
    if (!rows) throw new Error("the windows cannot be read");
    if (batches >= MAX_BATCHES) throw new Error("the writer still stores what came before");
    batches++;
    const stored = turn.then(() => store(rows)).finally(() => batches--);
    turn = stored.catch(() => {});
    return JSON.stringify(await stored);
  };
  return {
    name: "writer",
    async start() {
      link.serve(STORE, take);
    },
    async stop() {
      await turn;
    },
  };
}

/** Says closed windows of this process to whoever judges them, beside their way into the database. */
export function createWindowAnnouncer(link: LocalLink, own: Bus, processId: string): Component {
  let off: (() => void) | null = null;
  return {
    name: "announcer of windows",
    async start() {
      off = own.windows.on((rows) => {
        link.publish(WINDOW_SUBJECTS.replace("*", processId), encodeWindows(rows));
      });
    },
    async stop() {
      off?.();
    },
  };
}
