import { flowOf } from "../../testing/intReports.ts";
import { type Client, signIn } from "./client.ts";
import { createClusterProduct } from "./clusterProduct.ts";
import { makePlace, type Place } from "./place.ts";
import { createProduct, type LabProduct } from "./product.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { startTraffic, type Traffic } from "./traffic.ts";
import { startViewers, type Viewers } from "./viewers.ts";

/** The forms in which the product is broken: the one command, or a process for each role over a broker. */
const forms = { "one-command": createProduct, cluster: createClusterProduct };
export type Form = keyof typeof forms;
export function formOf(text: string): Form {
  if (text === "one-command" || text === "cluster") return text;
  throw new Error(`a form of the product is one-command or cluster, not ${text}`);
}

export type LabConfig = {
  form: Form;
  rate: number;
  viewers: number;
  seed: number;
  /** longer until all goes on again is wrong; null: however long */
  backWithinS: number | null;
};
/** The product under load with everything around it that a fault needs. */
export type Lab = {
  config: LabConfig;
  place: Place;
  product: LabProduct;
  client: Client;
  receiver: Receiver;
  traffic: Traffic;
  viewers: Viewers;
  deploymentIds: string[];
  /** a channel to a host that nobody knows */
  strangerId: string;
  /** Starts the product again after it ended, with its data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

const SEGMENTS = 20;
const DEPLOYMENTS = 4;
const EXPORTERS = ["127.0.6.1", "127.0.6.2", "127.0.6.3", "127.0.6.4"];

const segment = (i: number) => ({
  ...{ id: `s${i}`, name: `s${i}`, kind: "uc1", plUs: 1_000_000, dlUs: 2_000_000 },
  ...{ from: { nodeId: 1 }, to: { nodeId: 3 }, flows: [flowOf(i)] },
});

async function enter(product: LabProduct): Promise<Client> {
  const link = await product.start();
  if (!link) throw new Error("the product printed no link");
  return signIn(product.base, link);
}

/** A fresh product with bound segments, an alert channel to the laboratory, its switches and its viewers. */
export async function startLab(config: LabConfig): Promise<Lab> {
  const place = makePlace();
  const product = await forms[config.form](place);
  const client = await enter(product).catch(async (error: unknown) => {
    await product.stop();
    place.dispose();
    throw error;
  });
  const receiver = await startReceiver();
  await client.put("/engines/hosts", { hosts: ["127.0.0.1"] });
  await client.patch("/system/settings", { incidentQuietS: 0 });
  await client.post("/notifications/channels", {
    name: "Lab",
    target: { kind: "webhook", url: receiver.url },
  });
  const { channel: stranger } = await client.post<{ channel: { id: string } }>("/notifications/channels", {
    ...{ name: "No such host", enabled: false },
    target: { kind: "webhook", url: "http://hooks.p4twin.invalid/" },
  });
  const deploymentIds: string[] = [];
  for (let d = 0; d < DEPLOYMENTS; d++) {
    const segments = Array.from({ length: SEGMENTS }, (_, i) => i).filter((i) => i % DEPLOYMENTS === d);
    const body = { name: `lab ${d}`, segments: segments.map(segment) };
    deploymentIds.push((await client.post<{ id: string }>("/deployments", body)).id);
  }
  const setup = { port: product.intPort, segments: SEGMENTS, exporters: EXPORTERS, seed: config.seed };
  const traffic = startTraffic(setup);
  await traffic.ready();
  const viewers = startViewers(product.base, client.cookie, deploymentIds, config.viewers);
  return {
    ...{ config, place, product, client, receiver, traffic, viewers, deploymentIds },
    strangerId: stranger.id,
    async restart() {
      await product.start();
    },
    async stop() {
      viewers.leave();
      traffic.end();
      await product.stop();
      receiver.stop();
      place.dispose();
    },
  };
}
