import { createServer } from "node:net";

// below those that the kernel gives to connections (32768 and on): whoever is killed finds its port free when
// it comes back
const [FIRST_PORT, PORTS] = [20_000, 12_000];

/** A port of loopback that is free now, and that no connection takes while its owner is away. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    const isFree = await new Promise<boolean>((resolve) => {
      const server = createServer().once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
