import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";

export type Posted = { headers: IncomingHttpHeaders; body: string };

/** A receiver of webhooks on this machine. The first `failures` messages that are no tests are answered with 503. */
export async function openWebhook(failures: number) {
  const posted: Posted[] = [];
  let left = failures;
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      posted.push({ headers: request.headers, body });
      const busy = JSON.parse(body).type !== "test" && left-- > 0;
      response.writeHead(busy ? 503 : 200);
      response.end(busy ? "busy" : "thank you");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the receiver has no port");
  return {
    host: `127.0.0.1:${address.port}`,
    posted,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** What a receiver does to know whose message it is (docs/12-alerts.md). */
export function isSigned({ headers, body }: Posted, secret: string): boolean {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["p4twin-signature"])) ?? [];
  return v1 === createHmac("sha256", secret).update(`${t}.${body}`).digest("hex");
}
