import { createOutgoing, type Outgoing, type Send } from "./outgoing.ts";
import { type Answer, type FromPart, matches, type ToPart } from "./protocol.ts";

type Member = { out: Outgoing; subscribed: Map<string, number>; serves: Set<string> };
type Asked = { by: Member; id: number; of: Member };

/** A part as the relay knows it. */
export type Attached = {
  take(message: FromPart): void;
  /** The part has gone: what was asked of it fails. */
  detach(): void;
};

/**
 * In the supervisor: carries messages and requests between the parts. Keeps nothing of them: who is not there
 * misses them.
 */
export function createRelay() {
  const members = new Set<Member>();
  const asked = new Map<number, Asked>();
  let nextId = 1;
  let refused = 0;

  const answer = (message: Answer): void => {
    const request = asked.get(message.id);
    if (!request) return;
    asked.delete(message.id);
    const back: ToPart = { ...message, id: request.id };
    request.by.out.offer(back);
  };
  const offer = (member: Member, message: ToPart): boolean => {
    const taken = member.out.offer(message);
    if (!taken) refused++;
    return taken;
  };
  const ask = (by: Member, { id, subject, payload }: Extract<FromPart, { link: "request" }>): void => {
    const of = [...members].find(({ serves }) => serves.has(subject));
    const own = nextId++;
    asked.set(own, { by, id, of: of ?? by });
    if (!of) answer({ link: "failed", id: own, message: "the process that does this is not there" });
    else if (!offer(of, { link: "request", id: own, subject, payload }))
      answer({ link: "failed", id: own, message: "the process that does this takes no more now" });
  };
  const publish = (subject: string, payload: Uint8Array | string): void => {
    for (const member of members)
      if ([...member.subscribed.keys()].some((pattern) => matches(pattern, subject)))
        offer(member, { link: "message", subject, payload });
  };

  /** A subject counts as often as it is listened to. */
  const count = ({ subscribed }: Member, subject: string, change: number): void => {
    const times = (subscribed.get(subject) ?? 0) + change;
    if (times > 0) subscribed.set(subject, times);
    else subscribed.delete(subject);
  };

  return {
    /** Messages that a part was too far behind to take. */
    refused: (): number => refused,
    publish,
    attach(send: Send): Attached {
      const member: Member = { out: createOutgoing(send), subscribed: new Map(), serves: new Set() };
      members.add(member);
      return {
        take(message) {
          if (message.link === "publish") publish(message.subject, message.payload);
          else if (message.link === "request") ask(member, message);
          else if (message.link === "serve") member.serves.add(message.subject);
          else if (message.link === "subscribe") count(member, message.subject, 1);
          else if (message.link === "unsubscribe") count(member, message.subject, -1);
          else answer(message);
        },
        detach() {
          members.delete(member);
          for (const [id, { of, by }] of asked)
            if (of === member)
              answer({ link: "failed", id, message: "the process that does this has ended" });
            else if (by === member) asked.delete(id);
        },
      };
    },
  };
}
export type Relay = ReturnType<typeof createRelay>;
