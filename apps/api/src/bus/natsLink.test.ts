import { expect, it, onTestFinished } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { startNats } from "../../testing/nats.ts";
import { createLog } from "../observability/log.ts";
import { createNatsLink } from "./natsLink.ts";

it("a server that hangs with its connections open counts as away, and nothing is kept for it", async () => {
  const nats = await startNats();
  onTestFinished(nats.dispose);
  const link = createNatsLink({ url: nats.url, name: "test" }, { log: createLog("silent") });
  const heard: string[] = [];
  link.on("x", (payload) => heard.push(Buffer.from(payload).toString()));
  await link.start();
  onTestFinished(link.stop);
  expect(link.connected()).toBe(true);

  process.kill(nats.pid(), "SIGSTOP");
  await eventually(() => expect(link.connected()).toBe(false));
  expect(link.connection()).toBeNull();
  const { lost } = link.counters();
  link.publish("x", "into a buffer that grows");
  expect(link.counters().lost).toBe(lost + 1);

  process.kill(nats.pid(), "SIGCONT");
  await eventually(() => expect(link.connected()).toBe(true));
  link.publish("x", "hello");
  await eventually(() => expect(heard).toEqual(["hello"]));
});
