import { expect, test } from "vitest";
import { readConfig } from "../config.ts";

const provider = { OIDC_ISSUER: "https://login.example.org", OIDC_CLIENT_ID: "p4twin" };

test("without a provider nobody signs in with one", () => {
  expect(readConfig({}).oidc).toBeNull();
});

test("groups become roles, also those with spaces, slashes and equals signs", () => {
  const { oidc } = readConfig({
    ...provider,
    OIDC_ROLE_MAP:
      "p4-ops=operator, /Network Team=viewer,cn=admins=owner,team-a=operator@Team A,p4-ops=owner@Team A",
    OIDC_DEFAULT_ROLE: "none",
  });
  expect(oidc?.rules).toEqual({
    roles: new Map([
      ["p4-ops", "operator"],
      ["/Network Team", "viewer"],
      ["cn=admins", "owner"],
    ]),
    workspaces: new Map([
      [
        "Team A",
        new Map([
          ["team-a", "operator"],
          ["p4-ops", "owner"],
        ]),
      ],
    ]),
    otherwise: null,
  });
});

test.each([
  [{ OIDC_ISSUER: "https://login.example.org" }, /set OIDC_CLIENT_ID/],
  [{ OIDC_CLIENT_ID: "p4twin" }, /set OIDC_ISSUER/],
  [{ ...provider, OIDC_ISSUER: "http://login.example.org" }, /OIDC_ISSUER=.*must begin with https/],
  [
    { ...provider, OIDC_ROLE_MAP: "p4-ops=root" },
    /OIDC_ROLE_MAP=p4-ops=root: "p4-ops=root" is not of the form/,
  ],
  [{ ...provider, OIDC_ROLE_MAP: "team-a=operator@" }, /"team-a=operator@" is not of the form/],
  [{ ...provider, OIDC_DEFAULT_ROLE: "admin" }, /OIDC_DEFAULT_ROLE=admin: must be viewer/],
  [{ ...provider, OIDC_SESSION_HOURS: "soon" }, /OIDC_SESSION_HOURS=soon: must be a number/],
])("%j is refused with its remedy", (environment, message) => {
  expect(() => readConfig(environment)).toThrow(message);
});
