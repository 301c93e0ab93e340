import { createSocket } from "node:dgram";
import { createScenarioSource, sendScenarioSchema } from "@p4twin/models/telemetry";
import type { z } from "zod";
import { product } from "./product.ts";

/** No report of the journeys is longer. */
const MAX_REPORT_BYTES = 2048;
/** Datagrams sent at once; a pause of one turn of the event loop follows, so that the kernel's buffer keeps up. */
const BURST = 20;

export type Exporter = {
  /** as the collector sees it */
  address: string;
  send(datagrams: readonly Uint8Array[]): Promise<void>;
  close(): Promise<void>;
};

/**
 * A switch's exporter: a UDP socket that sends to the collector of the product. `address` is one of
 * 127.0.0.0/8, so that its counters are its own; a system without it sends from 127.0.0.1.
 */
export async function openExporter(address: string): Promise<Exporter> {
  const socket = createSocket("udp4");
  const bind = (from: string) =>
    new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.bind(0, from, () => {
        socket.off("error", reject);
        resolve();
      });
    });
  await bind(address).catch(() => bind("127.0.0.1"));
  const sendOne = (datagram: Uint8Array) =>
    new Promise<void>((resolve, reject) =>
      socket.send(datagram, product.intPort(), "127.0.0.1", (error) => (error ? reject(error) : resolve())),
    );
  return {
    address: socket.address().address,
    async send(datagrams) {
      for (let i = 0; i < datagrams.length; i += BURST) {
        await Promise.all(datagrams.slice(i, i + BURST).map(sendOne));
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

/** Report datagrams of a simulated cloud, by the codec of the product. */
export function reportsOf(scenario: z.input<typeof sendScenarioSchema>, count: number): Uint8Array[] {
  const source = createScenarioSource(sendScenarioSchema.parse(scenario));
  const buffer = new Uint8Array(MAX_REPORT_BYTES);
  return Array.from({ length: count }, () => buffer.slice(0, source.next(buffer, 0)));
}
