import { randomUUID } from "node:crypto";
import type { StoredMailServer } from "./channelStore.ts";
import { sendMail } from "./mail.ts";
import { failed, type Outcome } from "./outcome.ts";
import type { Seal } from "./seal.ts";

export const LOST_SECRET =
  "the secret cannot be read any more, because the secret of the server has changed; make a new one";

type Deps = { mailServer(): Promise<StoredMailServer | null>; seal: Seal };
export type Mail = { to: readonly string[]; subject: string; text: string; deliveryId?: string };

/** Sends mail by the mail server that the owner has set under Settings, Notifications. */
export function createMailer({ mailServer, seal }: Deps) {
  return {
    /** whether a mail server is set */
    ready: async (): Promise<boolean> => (await mailServer()) !== null,

    async send({ deliveryId = randomUUID(), ...mail }: Mail): Promise<Outcome> {
      const server = await mailServer();
      if (!server)
        return failed("no mail server is set; the owner sets it under Settings, Notifications", false);
      const { sealedPassword, ...account } = server;
      const password = sealedPassword === null ? "" : seal.open(sealedPassword);
      if (password === null) return failed(`of the mail server ${LOST_SECRET}`, false);
      return sendMail({ ...account, password }, { ...mail, deliveryId });
    },
  };
}
export type Mailer = ReturnType<typeof createMailer>;
