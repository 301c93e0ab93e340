import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { BASE_URL, createWorld, type World } from "../../testing/world.ts";
import { createEventLog, type EventLog } from "../events/eventLog.ts";
import { evidenceSchema } from "../events/schema.ts";
import { createDeliveryStore } from "./deliveryStore.ts";
import { createDispatcher, defaultDispatcherConfig } from "./dispatcher.ts";
import { createOutbox } from "./outbox.ts";

type Got = { headers: IncomingHttpHeaders; body: string };

let world: World;
let owner: Awaited<ReturnType<World["as"]>>;
let operator: typeof owner;
let log: EventLog;
let deploymentId: string;

/** A receiver that answers with the next of `answers`, then with 200; "hang": never, "slow": at `answerSlow`. */
let receiver: Server;
let url: string;
let got: Got[] = [];
let answers: (number | "hang" | "slow")[] = [];
let answerSlow: () => void = () => {};

/** A mail server that knows one account, and keeps what it gets. */
let mailServer: SMTPServer;
let mails: string[] = [];
let mailRefusals: number[] = [];

const listen = async (server: { listen(port: number, host: string, done: () => void): unknown }) =>
  new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

beforeAll(async () => {
  world = await createWorld();
  owner = await world.as("owner");
  operator = await world.as("operator");
  const { db } = world.database;
  const workspaceId = (await db.workspace.findFirstOrThrow()).id;
  log = createEventLog({ db, workspaceId }, createOutbox());

  receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => {
      body += part.toString();
    });
    request.on("end", () => {
      got.push({ headers: request.headers, body });
      const answer = answers.shift() ?? 200;
      if (answer === "hang") return;
      if (answer === "slow") {
        answerSlow = () => void response.end("thanks");
        return;
      }
      response.writeHead(answer, answer === 302 ? { location: "http://169.254.169.254/" } : {});
      response.end(answer === 200 ? "thanks" : "no");
    });
  });
  await listen(receiver);
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

  mailServer = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _session, done) =>
      username === "p4twin" && password === "geheim"
        ? done(null, { user: username })
        : done(new Error("wrong password")),
    onRcptTo: (_address, _session, done) => {
      const responseCode = mailRefusals.shift();
      done(responseCode ? Object.assign(new Error("not now"), { responseCode }) : null);
    },
    onData: (stream, _session, done) => {
      let text = "";
      stream.on("data", (part: Buffer) => {
        text += part.toString();
      });
      stream.on("end", () => {
        mails.push(text);
        done();
      });
    },
  });
  mailServer.on("error", () => {});
  await listen(mailServer);
});
beforeEach(async () => {
  got = [];
  answers = [];
  mails = [];
  mailRefusals = [];
  await owner.engines.setHosts({ hosts: ["127.0.0.1"] });
  for (const { id } of await owner.notifications.channels.list())
    await owner.notifications.channels.remove({ id });
  const segments = ["a", "b"].map((id) => ({
    id,
    name: `Segment ${id}`,
    kind: "uc1" as const,
    plUs: 5_000,
    dlUs: 8_000,
    from: { nodeId: 1 },
    to: { nodeId: 1 },
  }));
  deploymentId = (await operator.deployments.create({ name: "Edge", segments })).id;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  mailServer.close(() => {});
  await world.dispose();
});

const later = (s: number): Date => {
  world.time.now = new Date(world.time.now.getTime() + 1000 * s);
  return world.time.now;
};
const openEvent = (segmentId: string, severity: "warning" | "critical" = "critical") =>
  log.open({
    deploymentId,
    segmentId,
    severity,
    cause: "queueing",
    hop: "s1",
    openedAt: world.time.now,
    evidence: evidenceSchema.parse({
      p99Us: 11_204,
      triggerUs: 5_000,
      resetUs: 4_000,
      plUs: 5_000,
      dlUs: 8_000,
      count: 90,
      abovePl: 80,
      aboveDl: 60,
      dropped: 0,
      elements: [{ label: "s1", kind: "switch", meanUs: 10_060, usualUs: 60 }],
      blame: { label: "s1", kind: "switch", excessUs: 10_000, meanUs: 10_060, usualUs: 60, shareOfExcess: 1 },
    }),
  });
const close = (segmentId: string) => log.close({ deploymentId, segmentId }, later(10));

const webhook = (name = "Hook", more: object = {}) =>
  owner.notifications.channels.create({ name, target: { kind: "webhook", url }, ...more });
const deliveries = () => operator.notifications.deliveries.list({});

const start = async (change: Partial<typeof defaultDispatcherConfig> = {}) => {
  const { db } = world.database;
  const workspaceId = (await db.workspace.findFirstOrThrow()).id;
  const dispatcher = createDispatcher(
    { ...defaultDispatcherConfig, idleMs: 5, ...change },
    {
      deliveries: createDeliveryStore({ db, workspaceId }),
      send: world.services.notifications.sendDue,
      clock: () => world.time.now,
      random: () => 0.5,
      log: world.log,
    },
  );
  await dispatcher.start();
  return dispatcher;
};
/** Runs the dispatcher until the deliveries are as they must be. */
const dispatchUntil = async (check: () => unknown) => {
  const dispatcher = await start();
  try {
    await eventually(check);
  } finally {
    await dispatcher.stop();
  }
};
const statesAre =
  (...states: string[]) =>
  async () =>
    expect((await deliveries()).map((d) => `${d.what} ${d.state} ${d.attempts}`)).toEqual(states);

/** The same, once the peer has answered with this. */
const answered =
  (text: string, ...states: string[]) =>
  async () => {
    await statesAre(...states)();
    expect((await deliveries()).some((d) => d.state === "waiting" && d.answer?.includes(text))).toBe(true);
  };

/** What a receiver does to know that a message is ours, as docs/12-alerts.md shows it. */
function isOurs({ headers, body }: Got, secret: string): boolean {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["p4twin-signature"])) ?? [];
  return v1 === createHmac("sha256", secret).update(`${t}.${body}`).digest("hex");
}

describe("a webhook", () => {
  it("gets a signed document that names segment, cause, numbers and link", async () => {
    const { secret, channel } = await webhook();
    const eventId = await openEvent("a");
    await dispatchUntil(statesAre("opened delivered 1"));
    const [message] = got;
    expect(message && isOurs(message, secret ?? "")).toBe(true);
    expect(message && isOurs(message, "another secret")).toBe(false);
    const [delivery] = await deliveries();
    expect(message?.headers["p4twin-delivery"]).toBe(delivery?.id);
    expect(JSON.parse(message?.body ?? "")).toMatchObject({
      id: delivery?.id,
      type: "event.opened",
      link: `${BASE_URL}/events/${eventId}`,
      event: { segmentName: "Segment a", cause: "queueing", hop: "s1", evidence: { p99Us: 11_204 } },
    });
    expect(delivery?.answer).toMatch(/^127\.0\.0\.1:\d+ answered 200 OK: "thanks"$/);
    // the secret is not in the database, nor in any later answer
    const { rows } = await world.database.pool.query("SELECT sealed_secret FROM notification_channel");
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify(await owner.notifications.channels.list())).not.toContain(secret);
    const audit = await operator.events.audit({ eventId: eventId ?? "" });
    expect(audit.map((r) => r.what)).toEqual(["delivered", "opened"]);
    const renewed = await owner.notifications.channels.newSecret({ id: channel.id });
    expect(renewed.secret).not.toBe(secret);
  });

  it("is tried again after 500, later each time, under the same id; the closing waits for the opening", async () => {
    await webhook();
    answers = [500, 503];
    await openEvent("a");
    await close("a");
    await dispatchUntil(answered('500 Internal Server Error: "no"', "closed waiting 0", "opened waiting 1"));
    const [, opening] = await deliveries();
    expect(opening?.dueAt).toBe(new Date(world.time.now.getTime() + 5_000).toISOString());
    later(5);
    await dispatchUntil(answered("503", "closed waiting 0", "opened waiting 2"));
    later(10);
    await dispatchUntil(statesAre("closed delivered 1", "opened delivered 3"));
    const ids = got.map(({ headers }) => headers["p4twin-delivery"]);
    expect(ids.slice(0, 3)).toEqual([opening?.id, opening?.id, opening?.id]);
    expect(got.map(({ body }) => JSON.parse(body).type).slice(2)).toEqual(["event.opened", "event.closed"]);
  });

  it("waits no longer when the clock goes back", async () => {
    await webhook();
    answers = [500];
    await openEvent("a");
    const dispatcher = await start();
    await eventually(statesAre("opened waiting 1"));
    await eventually(() => expect(dispatcher.counters().retried).toBe(1));
    later(-3_600);
    await eventually(async () =>
      expect((await deliveries())[0]?.dueAt).toBe(new Date(world.time.now.getTime() + 5_000).toISOString()),
    );
    later(5);
    await eventually(statesAre("opened delivered 2"));
    await dispatcher.stop();
  });

  it("fails at once where a retry cannot help, and can be sent again by hand", async () => {
    await webhook();
    answers = [404, 302];
    const eventId = await openEvent("a");
    await dispatchUntil(statesAre("opened failed 1"));
    const [first] = await deliveries();
    expect(first?.answer).toContain("404 Not Found");
    await operator.notifications.deliveries.sendAgain({ id: first?.id ?? "" });
    await dispatchUntil(statesAre("opened failed 1"));
    expect((await deliveries())[0]?.answer).toContain("redirects are not followed");
    await operator.notifications.deliveries.sendAgain({ id: first?.id ?? "" });
    await dispatchUntil(statesAre("opened delivered 1"));
    expect((await operator.events.audit({ eventId: eventId ?? "" })).map((r) => r.what)).toEqual([
      "delivered",
      "deliveryFailed",
      "deliveryFailed",
      "opened",
    ]);
  });

  it("gives up after the last try", async () => {
    await webhook();
    answers = Array.from({ length: 20 }, () => 500);
    await openEvent("a");
    const dispatcher = await start();
    for (let tried = 1; tried <= 10; tried++) {
      await eventually(async () => expect((await deliveries())[0]?.attempts).toBe(tried));
      await eventually(async () => expect((await deliveries())[0]?.answer).not.toBeNull());
      await eventually(() =>
        expect(dispatcher.counters().retried + dispatcher.counters().failed).toBe(tried),
      );
      later(3_600);
    }
    await eventually(statesAre("opened failed 10"));
    expect(dispatcher.counters()).toEqual({ delivered: 0, retried: 9, failed: 1 });
    await dispatcher.stop();
    expect(got).toHaveLength(10);
  });

  it("loses nothing in a restart: what was under way goes back, what a dead process had is taken over", async () => {
    await webhook();
    answers = ["hang"];
    await openEvent("a");
    const first = await start({ graceMs: 100 });
    await eventually(() => expect(got).toHaveLength(1));
    await first.stop();
    await statesAre("opened waiting 0")();
    // a process that is killed right after it took the delivery
    const { db } = world.database;
    const workspaceId = (await db.workspace.findFirstOrThrow()).id;
    const dead = await createDeliveryStore({ db, workspaceId }).takeDue(world.time.now, 60_000, 10);
    expect(dead).toHaveLength(1);
    later(61);
    await dispatchUntil(statesAre("opened delivered 2"));
    expect(new Set(got.map(({ headers }) => headers["p4twin-delivery"])).size).toBe(1);
  });

  it("that is under way at a stop is waited for, and not sent again", async () => {
    await webhook();
    answers = ["slow"];
    await openEvent("a");
    const first = await start();
    await eventually(() => expect(got).toHaveLength(1));
    const stopped = first.stop();
    // it has come and is not answered yet
    await statesAre("opened waiting 1")();
    answerSlow();
    await stopped;
    await statesAre("opened delivered 1")();
    const second = await start();
    await second.stop();
    expect(got).toHaveLength(1);
  });

  it("is not reached at a private address that the owner has not allowed", async () => {
    await owner.engines.setHosts({ hosts: [] });
    const { channel } = await webhook();
    const tested = await owner.notifications.channels.test({ id: channel.id });
    expect(tested).toMatchObject({ ok: false });
    expect(tested.answer).toContain("private address 127.0.0.1");
    expect(got).toEqual([]);
    expect(await deliveries()).toMatchObject([{ what: "test", state: "failed" }]);
  });

  it.each(["ftp://x.org/", "file:///etc/passwd", "http://user:pw@x.org/", "x.org"])(
    "%s is not an address",
    async (bad) => {
      const target = { kind: "webhook" as const, url: bad };
      await expect(owner.notifications.channels.create({ name: "Hook", target })).rejects.toThrow(/webhook/i);
    },
  );

  it("is remembered for 90 days after its end, then its deliveries are forgotten", async () => {
    const { channel } = await webhook();
    await openEvent("a");
    await dispatchUntil(async () => expect(await deliveries()).toMatchObject([{ state: "delivered" }]));
    const { db } = world.database;
    const endedDaysAgo = (days: number) =>
      db.notificationDelivery.updateMany({
        where: { channelId: channel.id },
        data: { endedAt: new Date(world.time.now.getTime() - days * 86_400_000) },
      });
    await endedDaysAgo(89);
    const dispatcher = await start();
    await dispatcher.stop();
    expect(await deliveries()).toHaveLength(1);
    await endedDaysAgo(91);
    await dispatchUntil(async () => expect(await deliveries()).toEqual([]));
  });

  it("hears only what it wants", async () => {
    await webhook("critical of a", {
      filter: { minSeverity: "critical", on: ["opened"], scopes: [{ deploymentId, segmentId: "a" }] },
    });
    await webhook("off", { enabled: false });
    await openEvent("a", "critical");
    await openEvent("b", "critical");
    await close("a");
    await openEvent("a", "warning");
    expect((await deliveries()).map((d) => `${d.channelName}: ${d.what}`)).toEqual(["critical of a: opened"]);
  });

  it("hears nothing of what is muted, until the mute ends", async () => {
    await webhook();
    const until = new Date(world.time.now.getTime() + 60_000).toISOString();
    const mute = await operator.events.mutes.create({ deploymentId, segmentId: null, reason: "move", until });
    await openEvent("a");
    await openEvent("b");
    await close("b");
    expect(await deliveries()).toEqual([]);
    await operator.events.mutes.end({ id: mute.id });
    expect((await deliveries()).map((d) => d.subject)).toEqual([
      "P4Twin critical: Segment a (Edge), p99 11.2 ms is above 5.00 ms",
    ]);
  });

  it("gets nothing any more when it is switched off", async () => {
    const { channel } = await webhook();
    await openEvent("a");
    await owner.notifications.channels.update({ id: channel.id, enabled: false });
    await statesAre("opened cancelled 0")();
  });
});

describe("mail", () => {
  const settings = (password: string) => ({
    host: "127.0.0.1",
    port: (mailServer.server.address() as AddressInfo).port,
    security: "none" as const,
    user: "p4twin",
    password,
    from: "p4twin@example.org",
  });
  const channel = () =>
    owner.notifications.channels.create({
      name: "Operations",
      target: { kind: "email", to: ["ops@example.org"] },
    });

  it("tells in words that no server is set, or that it refuses", async () => {
    const { channel: made, secret } = await channel();
    expect(secret).toBeNull();
    expect((await owner.notifications.channels.test({ id: made.id })).answer).toContain(
      "no mail server is configured",
    );
    await owner.notifications.setMailServer(settings("wrong"));
    expect((await owner.notifications.channels.test({ id: made.id })).answer).toContain(
      "refused the message",
    );
  });

  it("says segment, verdict, numbers and link; its password is never returned", async () => {
    const saved = await owner.notifications.setMailServer(settings("geheim"));
    expect(saved).toMatchObject({ hasPassword: true, user: "p4twin" });
    const { password: _left, ...rest } = settings("");
    await owner.notifications.setMailServer(rest);
    expect(JSON.stringify(await owner.notifications.mailServer())).not.toContain("geheim");
    const { channel: made } = await channel();
    expect(await owner.notifications.channels.test({ id: made.id })).toMatchObject({ ok: true });
    later(1);
    // busy once: tried again
    mailRefusals = [451];
    const eventId = await openEvent("a");
    await dispatchUntil(answered("451", "opened waiting 1", "test delivered 1"));
    later(10);
    await dispatchUntil(statesAre("opened delivered 2", "test delivered 1"));
    const mail = (mails[1] ?? "").replace(/=\r\n/g, "");
    expect(mail).toContain("Subject: P4Twin critical: Segment a (Edge)");
    expect(mail).toMatch(/queueing at s1 takes 10\.1 ms instead of/);
    expect(mail).toContain(`${BASE_URL}/events/${eventId}`);
    expect(mail).toContain(`Message-ID: <${(await deliveries())[0]?.id}@p4twin>`);
  });
});

it("only owners change channels; viewers do not see their addresses", async () => {
  const viewer = await world.as("viewer");
  const target = { kind: "webhook" as const, url };
  await expect(operator.notifications.channels.create({ name: "x", target })).rejects.toThrow("role owner");
  await expect(viewer.notifications.channels.list()).rejects.toThrow("role operator");
  await expect(operator.notifications.mailServer()).rejects.toThrow("role owner");
});
