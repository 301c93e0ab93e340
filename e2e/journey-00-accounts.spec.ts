import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";
import { mutate } from "./support/product.ts";
import { expect, test } from "./support/test.ts";

const PASSWORD = "correct horse battery";
const codeOf = (secret: string): Promise<string> =>
  createOTP(new TextDecoder().decode(base32.decode(secret)), { digits: 6, period: 30 }).totp();

test("somebody is invited, sets a password and two-factor sign-in, and is out when an owner disables the account", async ({
  page,
  browser,
}) => {
  const email = "journey00@example.org";
  const { link, user } = await mutate<{ link: { url: string }; user: { id: string } }>(
    page.request,
    "users.invite",
    {
      email,
      name: "Journey Zero",
      role: "operator",
    },
  );

  const theirs = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const own = await theirs.newPage();
  await own.goto(link.url);
  await own.getByRole("button", { name: "Sign in" }).click();
  await expect(own.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();

  await own.goto("/settings");
  const password = own.getByRole("form", { name: "Password" });
  await password.getByLabel("New password").fill(PASSWORD);
  await password.getByLabel("Once more").fill(PASSWORD);
  await password.getByRole("button", { name: "Set password" }).click();
  await expect(password.getByLabel("Present password")).toBeVisible();

  const twoFactor = own.getByRole("form", { name: "Two-factor sign-in" });
  await twoFactor.getByLabel("Present password").fill(PASSWORD);
  await twoFactor.getByRole("button", { name: "Set up an app" }).click();
  const dialog = own.getByRole("dialog");
  await expect(dialog.getByRole("img", { name: /QR code/ })).toBeVisible();
  const secret = ((await dialog.locator("p.select-all").textContent()) ?? "").replaceAll(" ", "");
  await dialog.getByLabel("Code of the app").fill(await codeOf(secret));
  await dialog.getByRole("button", { name: "Turn it on" }).click();
  await expect(dialog.getByRole("listitem")).toHaveCount(10);
  await dialog.getByRole("button", { name: "I have kept them" }).click();
  await expect(twoFactor.getByText("10 backup codes left")).toBeVisible();

  const other = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const second = await other.newPage();
  await second.goto("/sign-in?next=/settings");
  await second.getByLabel("E-mail").fill(email);
  await second.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await second.getByRole("button", { name: "Sign in" }).click();
  await second.getByLabel("Code of the app").fill(await codeOf(secret));
  await second.getByRole("button", { name: "Sign in" }).click();
  await expect(second.getByRole("table", { name: "Your sessions" }).getByRole("row")).toHaveCount(3);

  await page.goto("/settings?tab=people");
  await page.getByRole("button", { name: "More for Journey Zero" }).click();
  await page.getByRole("menuitem", { name: "Disable account" }).click();
  await expect(
    page.getByRole("row", { name: /Journey Zero/ }).getByText("disabled", { exact: true }),
  ).toBeVisible();
  // An open page notices by itself: a reload here would race with its own way to the sign-in page.
  for (const window of [own, second]) {
    await expect(window.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  }
  await mutate(page.request, "users.remove", { id: user.id });
  await theirs.close();
  await other.close();
});

test("without a mail server the page of forgotten passwords says who can help", async ({ browser }) => {
  const stranger = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await stranger.newPage();
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByText("This P4Twin sends no mail")).toBeVisible();
  await stranger.close();
});
