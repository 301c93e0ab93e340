import { createTransport } from "nodemailer";
import { delivered, failed, type Outcome } from "./outcome.ts";
import type { MailServer } from "./schema.ts";

/** How long a mail server may think before each answer (our choice). */
const TIME_LIMIT_MS = 10_000;

export type MailMessage = { to: readonly string[]; subject: string; text: string; deliveryId: string };
export type MailAccount = Omit<MailServer, "hasPassword"> & { password: string };

/** SMTP refuses for good with 5xx; 4xx, a silent server and a lost connection may pass. */
const forGood = (error: unknown): boolean => {
  const code: unknown = error instanceof Error && "responseCode" in error ? error.responseCode : null;
  return typeof code === "number" && code >= 500;
};

/** Hands a message to the mail server; the answer quotes the server. The message id stays the same in every try. */
export async function sendMail(account: MailAccount, message: MailMessage): Promise<Outcome> {
  const { host, port, security, user, password, from } = account;
  const transport = createTransport({
    host,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    ...(user !== "" && { auth: { user, pass: password } }),
    connectionTimeout: TIME_LIMIT_MS,
    greetingTimeout: TIME_LIMIT_MS,
    socketTimeout: TIME_LIMIT_MS,
  });
  try {
    const { response } = await transport.sendMail({
      from,
      to: [...message.to],
      subject: message.subject,
      text: message.text,
      messageId: `<${message.deliveryId}@p4twin>`,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return delivered(`${host} answered: ${response}`);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return failed(`${host} refused the message: ${words}`, !forGood(error));
  } finally {
    transport.close();
  }
}
