import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type Alert = { id: string; type: string; subject: string; key: string | null; atMs: number };

/**
 * The receiver of alerts: a real web server on loopback that keeps what it gets. The same delivery is one
 * alert, however often it is sent.
 */
export async function startReceiver() {
  const alerts = new Map<string, Alert>();
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => {
      body += part.toString();
    });
    request.on("end", () => {
      const { id, type, subject, incident } = JSON.parse(body);
      if (!alerts.has(id))
        alerts.set(id, { id, type, subject, key: incident?.key ?? null, atMs: Date.now() });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/lab`,
    alerts: (): Alert[] => [...alerts.values()],
    forget: () => alerts.clear(),
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
