import { afterEach, expect, test } from "vitest";
import { labCertificates, switchCredentials } from "../../../testing/cli/switches/certificates.ts";
import { runningSwitch } from "../../../testing/cli/switches/runningSwitch.ts";
import { routeEntity, routesInfo, startTestSwitch } from "../../../testing/cli/testSwitch.ts";
import { lookAtSwitch } from "./lookAt.ts";

const started: { stop(): void }[] = [];
afterEach(() => {
  for (const each of started.splice(0)) each.stop();
});
async function start(plan: Parameters<typeof startTestSwitch>[0]) {
  const made = await startTestSwitch(plan);
  started.push(made);
  return made;
}
const look = (target: Partial<Parameters<typeof lookAtSwitch>[0]> & { address: string }) =>
  lookAtSwitch({ deviceId: "1", tls: null, serverName: null, bound: {}, ...target });

test("a certificate that has expired is refused, and the dates are named", async () => {
  const files = labCertificates();
  const credentials = switchCredentials({ ...files, "switch.pem": files["expired.pem"] }, false);
  const { address } = await start({ entries: [], credentials });
  const tls = { ca: files["ca.pem"], certificate: null, key: null };
  expect(await look({ address, tls, serverName: "switch.lab" })).toMatchObject({
    ...{ kind: "failed", state: "refused" },
    message: expect.stringMatching(
      /^TLS with .* failed \(.*expired.*\)\. Check the CA, the name and the dates/,
    ),
  });
});

test("another device id is refused with where to find it", async () => {
  const ours = await runningSwitch(true);
  try {
    expect(await look({ address: ours.address, deviceId: "7" })).toMatchObject({
      ...{
        kind: "failed",
        state: "refused",
        message: expect.stringContaining("does not have this device id"),
      },
    });
  } finally {
    await ours.close();
  }
});

test("a P4Info whose ids come twice is read: the entries are there once", async () => {
  const [table] = routesInfo.tables;
  const info = {
    ...routesInfo,
    tables: [table!, { ...table!, size: 5n }],
    actions: [...routesInfo.actions, ...routesInfo.actions],
  };
  const { address } = await start({ entries: [routeEntity(1), routeEntity(2), routeEntity(1)], info });
  expect(await look({ address })).toMatchObject({ kind: "read", entities: 2, unread: [] });
});

test("messages without entities between those that have some are no end", async () => {
  const entries = Array.from({ length: 7 }, (_, n) => routeEntity(n));
  const { address } = await start({ entries, perMessage: 2, emptyBetween: true });
  expect(await look({ address })).toMatchObject({ kind: "read", entities: 7, unread: [] });
});
