import { randomUUID } from "node:crypto";
import type { StoredMailServer } from "./channelStore.ts";
import { sendMail } from "./mail.ts";
import { failed, type Outcome } from "./outcome.ts";
import type { Seal } from "./seal.ts";

export const LOST_SECRET =
  "the secret is unreadable because AUTH_SECRET of the server has changed; create a new one";

type Deps = { mailServer(): Promise<StoredMailServer | null>; seal: Seal };
export type Mail = { to: readonly string[]; subject: string; text: string; deliveryId?: string };

/** Sends mail by the mail server that the owner has set under Settings, Notifications. */
export function createMailer({ mailServer, seal }: Deps) {
  const sendBy = async (
    server: StoredMailServer | null,
    { deliveryId = randomUUID(), ...mail }: Mail,
  ): Promise<Outcome> => {
    if (!server)
      return failed("no mail server is configured; an owner sets it under Settings, Notifications", false);
    const { sealedPassword, ...account } = server;
    const password = sealedPassword === null ? "" : seal.open(sealedPassword);
    if (password === null) return failed(`mail server: ${LOST_SECRET}`, false);
    return sendMail({ ...account, password }, { ...mail, deliveryId });
  };
  return {
    /** whether a mail server is set */
    ready: async (): Promise<boolean> => (await mailServer()) !== null,
    /** By a mail server that is known: asks the database nothing. */
    sendBy,
    send: async (mail: Mail): Promise<Outcome> => sendBy(await mailServer(), mail),
  };
}
export type Mailer = ReturnType<typeof createMailer>;
