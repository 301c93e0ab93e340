import type { FastifyReply } from "fastify";
import { DomainError } from "../errors.ts";
import type { EdgeBounds } from "./bounds.ts";

type Bounds = Pick<EdgeBounds, "streams" | "streamsPerPerson" | "unreadBytes" | "unreadMs">;
type Answer = { reply: FastifyReply; isStream: boolean; taken: number; sinceMs: number };

const LOOK_MS = 1_000;
const RETRY_S = 10;

/** Bounds live streams by number, and every answer by what its client leaves unread. */
export function createStreamBounds(bounds: Bounds) {
  const perPerson = new Map<string, number>();
  const answers = new Set<Answer>();
  let streams = 0;
  let dropped = 0;

  /** Bytes that the kernel took so far, and those that still wait here. */
  const unread = ({ raw }: FastifyReply): { taken: number; waiting: number } => {
    const { socket } = raw;
    const waiting = raw.writableLength + (socket?.writableLength ?? 0);
    return { taken: (socket?.bytesWritten ?? 0) - waiting, waiting };
  };

  const look = (): void => {
    const nowMs = performance.now();
    for (const answer of answers) {
      const { taken, waiting } = unread(answer.reply);
      if (waiting === 0 || taken !== answer.taken) {
        answer.taken = taken;
        answer.sinceMs = nowMs;
      }
      const stuck = nowMs - answer.sinceMs > bounds.unreadMs;
      if (!stuck && !(answer.isStream && waiting > bounds.unreadBytes)) continue;
      dropped++;
      answers.delete(answer);
      answer.reply.raw.socket?.destroy();
    }
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();

  return {
    /** Watches an answer until it ends; a stream (of `person`) takes a place, or is refused. */
    watch(reply: FastifyReply, person: string | null): void {
      // gone while we asked who it is: nobody would give the place back
      if (reply.raw.destroyed) throw new DomainError("bad_input", "The connection has ended.");
      if (person !== null) {
        const own = perPerson.get(person) ?? 0;
        if (own >= bounds.streamsPerPerson || streams >= bounds.streams)
          throw new DomainError(
            "too_many",
            own >= bounds.streamsPerPerson
              ? `You have ${own} live pages open already. Close some, then reload this one.`
              : "Too many live pages are open on this server. Try again later.",
            [],
            RETRY_S,
          );
        perPerson.set(person, own + 1);
        streams++;
      }
      const answer: Answer = { reply, isStream: person !== null, taken: -1, sinceMs: performance.now() };
      answers.add(answer);
      reply.raw.once("close", () => {
        answers.delete(answer);
        if (person === null) return;
        streams--;
        const left = (perPerson.get(person) ?? 1) - 1;
        if (left > 0) perPerson.set(person, left);
        else perPerson.delete(person);
      });
    },
    counters: () => ({ streams, people: perPerson.size, answers: answers.size, dropped }),
    stop: () => clearInterval(timer),
  };
}
