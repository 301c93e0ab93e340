import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { createBrowser } from "../../testing/personBrowser.ts";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
const mails: string[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream, _session, done) {
    let text = "";
    stream.on("data", (chunk: Buffer) => {
      text += chunk;
    });
    stream.on("end", () => {
      mails.push(text.replaceAll("=\r\n", "").replaceAll("=3D", "="));
      done();
    });
  },
});
let port = 0;
beforeAll(async () => {
  world = await createWorld();
  const listening = smtp.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  port = address !== null && typeof address === "object" ? address.port : 0;
});
afterAll(async () => {
  await world.dispose();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

const ask = (email: string) =>
  createBrowser(world.http).send("POST", "/api/auth/request-password-reset", { email });
const ways = async () => (await createBrowser(world.http).send("GET", "/api/v1/account/sign-in-ways")).body;
const linkIn = (mail: string | undefined): string => /token=(\w+)/.exec(mail ?? "")?.[1] ?? "";

test("a forgotten password is reset by mail; the answer does not tell who has an account", async () => {
  expect(await ways()).toEqual({ provider: null, resetByMail: false });
  const owner = await world.as("owner");
  await owner.notifications.setMailServer({
    host: "127.0.0.1",
    port,
    security: "none",
    from: "p4twin@example.org",
  });
  expect(await ways()).toEqual({ provider: null, resetByMail: true });

  const { link } = await owner.users.invite({ email: "forgetful@example.org", name: "Forgetful" });
  const before = createBrowser(world.http);
  await before.signInByLink(link.url);

  const known = await ask("forgetful@example.org");
  const unknown = await ask("nobody@example.org");
  expect(known).toMatchObject({ status: 200 });
  expect(unknown).toEqual(known);
  await eventually(() => expect(mails).toHaveLength(1));
  expect(mails[0]).toContain("To: forgetful@example.org");
  expect(mails[0]).toContain("http://127.0.0.1:3000/sign-in/reset?token=");
  const token = linkIn(mails[0]);
  expect(JSON.stringify(await world.database.db.verification.findMany())).not.toContain(token);

  const browser = createBrowser(world.http);
  const set = (newPassword: string) =>
    browser.send("POST", "/api/auth/reset-password", { newPassword, token });
  expect(await set("short")).toMatchObject({ status: 400, body: { code: "PASSWORD_TOO_SHORT" } });
  expect(await set("correct horse battery")).toMatchObject({ status: 200 });
  // whoever was in before is out, and the link is used up
  expect(await before.me()).toBeNull();
  expect(await set("another horse battery")).toMatchObject({ status: 400, body: { code: "INVALID_TOKEN" } });
  expect((await browser.signIn("forgetful@example.org", "correct horse battery")).status).toBe(200);
});

test("one account gets three mails an hour, a disabled one none", async () => {
  const owner = await world.as("owner");
  await owner.users.invite({ email: "flooded@example.org", name: "Flooded" });
  const { user } = await owner.users.invite({ email: "disabled@example.org", name: "Disabled" });
  await owner.users.disable({ id: user.id });
  const to = (email: string) => mails.filter((mail) => mail.includes(`To: ${email}`)).length;
  for (let times = 0; times < 5; times++) expect((await ask("flooded@example.org")).status).toBe(200);
  await eventually(() => expect(to("flooded@example.org")).toBe(3));

  const { user: last } = await owner.users.invite({ email: "last@example.org", name: "Last" });
  expect((await ask("disabled@example.org")).status).toBe(200);
  expect((await ask(last.email)).status).toBe(200);
  await eventually(() => expect(to("last@example.org")).toBe(1));
  expect([to("flooded@example.org"), to("disabled@example.org")]).toEqual([3, 0]);
});
