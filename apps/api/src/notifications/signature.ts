import { createHmac } from "node:crypto";

const SIGNATURE_HEADER = "p4twin-signature";
const DELIVERY_HEADER = "p4twin-delivery";

/**
 * `t=<seconds since 1970>,v1=<hex>`: HMAC-SHA256 over `<t>.<body>` with the channel's secret. The time is
 * inside what is signed, so that a message that was overheard cannot be sent again later.
 */
export function signatureOf(secret: string, atS: number, body: string): string {
  return `t=${atS},v1=${createHmac("sha256", secret).update(`${atS}.${body}`).digest("hex")}`;
}

/** Headers that prove who sends a message, and name it the same in every try. */
export const signedHeaders = (
  secret: string,
  deliveryId: string,
  at: Date,
  body: string,
): Record<string, string> => ({
  [DELIVERY_HEADER]: deliveryId,
  [SIGNATURE_HEADER]: signatureOf(secret, Math.floor(at.getTime() / 1000), body),
});
