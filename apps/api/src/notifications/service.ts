import { randomBytes, randomUUID } from "node:crypto";
import type { Resolve } from "../engines/http/guardedPost.ts";
import { DomainError, notFound } from "../errors.ts";
import { type Clock, found } from "../shared/service.ts";
import type { ChannelStore, StoredChannel, StoredMailServer } from "./channelStore.ts";
import { slackBody, teamsBody } from "./chat.ts";
import type { DeliveryStore } from "./deliveryStore.ts";
import { LOST_SECRET, type Mailer } from "./mailer.ts";
import { failed, type Outcome } from "./outcome.ts";
import { pagerDutyBody, pagerDutyUrl } from "./pagerDuty.ts";
import { type Payload, subjectOf, textOf, webhookBody } from "./payload.ts";
import type { Channel, ChannelInput, MailServer, MailServerInput } from "./schema.ts";
import type { Seal } from "./seal.ts";
import { signedHeaders } from "./signature.ts";
import { postMessage } from "./webhook.ts";

type Deps = {
  channels: ChannelStore;
  deliveries: DeliveryStore;
  seal: Seal;
  mailer: Mailer;
  /** hosts at private addresses that the owner has allowed */
  hosts(): Promise<string[]>;
  baseUrl: string;
  clock: Clock;
  /** tests give their own */
  resolve?: Resolve | undefined;
};
type Message = { deliveryId: string; createdAt: string; payload: Payload };

/** What sending needs of the database: kept by whoever sends while it is away. */
export type SendingState = {
  channels: StoredChannel[];
  mailServer: StoredMailServer | null;
  hosts: string[];
};
type Account = Pick<SendingState, "mailServer" | "hosts">;

const newSecret = (): string => `p4tw_${randomBytes(32).toString("base64url")}`;

/** Channels that receive events, what is on its way to them, and how it is sent. */
export function createNotificationService(deps: Deps) {
  const { channels, deliveries, seal, mailer, hosts, baseUrl, clock, resolve } = deps;
  const get = async (id: string): Promise<StoredChannel> => found(await channels.get(id), "channel", id);

  const sendByMail = (
    to: readonly string[],
    server: StoredMailServer | null,
    { deliveryId, payload }: Message,
  ): Promise<Outcome> => {
    const message = { to, subject: subjectOf(payload), text: textOf(payload, baseUrl), deliveryId };
    return mailer.sendBy(server, message);
  };

  const send = async (
    { channel, sealedSecret }: StoredChannel,
    message: Message,
    { signal, known }: { signal?: AbortSignal; known?: Account } = {},
  ): Promise<Outcome> => {
    const { target } = channel;
    if (target.kind === "email")
      return sendByMail(target.to, known ? known.mailServer : await channels.mailServer(), message);
    const { deliveryId, createdAt, payload } = message;
    const control = { hosts: known?.hosts ?? (await hosts()), signal, resolve };
    switch (target.kind) {
      case "slack":
        return postMessage({ url: target.url, body: slackBody(payload, baseUrl), headers: {} }, control);
      case "teams":
        return postMessage({ url: target.url, body: teamsBody(payload, baseUrl), headers: {} }, control);
      case "pagerduty": {
        const body = pagerDutyBody(target, deliveryId, payload, baseUrl);
        return postMessage({ url: pagerDutyUrl(target), body, headers: {} }, control);
      }
      case "webhook": {
        const secret = sealedSecret && seal.open(sealedSecret);
        if (!secret) return failed(LOST_SECRET, false);
        const body = webhookBody(deliveryId, createdAt, payload, baseUrl);
        const headers = signedHeaders(secret, deliveryId, clock(), body);
        return postMessage({ url: target.url, body, headers }, control);
      }
    }
  };

  return {
    list: (): Promise<Channel[]> => channels.list(),
    deliveries: deliveries.list,

    /** The new channel, and the secret that signs what a webhook gets: it is returned here and never again. */
    async create(input: ChannelInput, by: string): Promise<{ channel: Channel; secret: string | null }> {
      const secret = input.target.kind === "webhook" ? newSecret() : null;
      const id = await channels.create(input, secret && seal.close(secret), by);
      return { channel: (await get(id)).channel, secret };
    },

    /** Changes what is given. A channel that becomes a webhook gets a secret by `newSecret`. */
    async update(id: string, change: Partial<ChannelInput>): Promise<Channel> {
      const { channel, sealedSecret } = await get(id);
      if (change.target && change.target.kind !== channel.target.kind)
        throw new DomainError("bad_input", "The kind of a channel cannot change; create another channel.");
      const { name, target, filter, enabled } = channel;
      await channels.update(id, { name, target, filter, enabled, ...change }, sealedSecret);
      if (change.enabled === false)
        await deliveries.cancel(id, "the channel was switched off before the delivery", clock());
      return (await get(id)).channel;
    },

    /** A new secret for a webhook; the old one signs nothing more. */
    async newSecret(id: string): Promise<{ channel: Channel; secret: string }> {
      const { channel } = await get(id);
      if (channel.target.kind !== "webhook")
        throw new DomainError("conflict", "Only messages to webhooks are signed.");
      const secret = newSecret();
      await channels.update(id, channel, seal.close(secret));
      return { channel: (await get(id)).channel, secret };
    },

    async remove(id: string): Promise<void> {
      if (!(await channels.setRemoved(id, clock()))) throw notFound("channel", id);
      await deliveries.cancel(id, "the channel was removed before it was sent", clock());
    },
    async restore(id: string): Promise<void> {
      if (!(await channels.setRemoved(id, null))) throw notFound("channel", id);
    },

    /** Sends a test message now, and returns the peer's answer. It is listed among the deliveries. */
    async test(id: string): Promise<{ ok: boolean; answer: string }> {
      const stored = await get(id);
      const deliveryId = randomUUID();
      const payload: Payload = { what: "test", event: null, incident: null, drift: null };
      const createdAt = clock().toISOString();
      const outcome = await send(stored, { deliveryId, createdAt, payload });
      await deliveries.addTest(id, deliveryId, outcome, clock());
      return { ok: outcome.ok, answer: outcome.answer };
    },

    async sendAgain(id: string): Promise<void> {
      if (!(await deliveries.sendAgain(id, clock()))) throw notFound("delivery that has ended", id);
    },

    /** Sends what is in the queue; the channel as it is now. */
    async sendDue(message: Message & { channelId: string }, signal: AbortSignal): Promise<Outcome> {
      const stored = await channels.get(message.channelId);
      return stored ? send(stored, message, { signal }) : failed("the channel was removed", false);
    },

    /** What `sendKnown` needs, as it is now. */
    async sendingState(): Promise<SendingState> {
      const [all, mailServer, allowed] = await Promise.all([
        channels.listStored(),
        channels.mailServer(),
        hosts(),
      ]);
      return { channels: all, mailServer, hosts: allowed };
    },

    /** Sends without asking the database. */
    sendKnown: (stored: StoredChannel, known: Account, message: Message): Promise<Outcome> =>
      send(stored, message, { known }),

    async mailServer(): Promise<MailServer | null> {
      const server = await channels.mailServer();
      if (!server) return null;
      const { sealedPassword, ...shown } = server;
      return { ...shown, hasPassword: sealedPassword !== null };
    },

    async setMailServer({ password, ...server }: MailServerInput): Promise<MailServer> {
      const known = await channels.mailServer();
      const kept = known?.sealedPassword ?? null;
      const sealedPassword = password === undefined ? kept : password === "" ? null : seal.close(password);
      await channels.saveMailServer({ ...server, sealedPassword });
      return { ...server, hasPassword: sealedPassword !== null };
    },
  };
}
export type NotificationService = ReturnType<typeof createNotificationService>;
