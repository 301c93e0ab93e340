import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ServerCredentials } from "@grpc/grpc-js";

/**
 * PEM texts of an authority `ca` and, signed by it, of a switch (`switch.lab`) and a client (`client.lab`); `expired`:
 * what the switch had before, for the same key.
 */
export type LabCertificates = Record<
  "ca.pem" | "switch.pem" | "switch.key" | "expired.pem" | "client.pem" | "client.key",
  string
>;

/** Made anew by openssl, valid for two days. */
export function labCertificates(): LabCertificates {
  const folder = mkdtempSync(join(tmpdir(), "p4twin-tls-"));
  const openssl = (...argv: string[]): void =>
    void execFileSync("openssl", argv, { cwd: folder, stdio: "ignore" });
  const ec = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const pem = (name: string): string => readFileSync(join(folder, name), "utf8");
  try {
    openssl("req", "-x509", ...ec, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=lab CA");
    for (const name of ["switch", "client"])
      openssl(
        ...["req", "-x509", ...ec, "-keyout", `${name}.key`, "-out", `${name}.pem`, "-subj", `/CN=${name}`],
        ...["-CA", "ca.pem", "-CAkey", "ca.key", "-addext", `subjectAltName=DNS:${name}.lab`],
        ...["-addext", "basicConstraints=critical,CA:FALSE"],
      );
    writeFileSync(join(folder, "names"), "subjectAltName=DNS:switch.lab\n");
    openssl("req", "-new", "-key", "switch.key", "-subj", "/CN=switch", "-out", "switch.csr");
    openssl(
      ...["x509", "-req", "-in", "switch.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial"],
      ...["-days", "-1", "-extfile", "names", "-out", "expired.pem"],
    );
    return {
      "expired.pem": pem("expired.pem"),
      ...{ "ca.pem": pem("ca.pem"), "switch.pem": pem("switch.pem"), "switch.key": pem("switch.key") },
      ...{ "client.pem": pem("client.pem"), "client.key": pem("client.key") },
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What a switch with these shows; `mutual`: it lets nobody in who shows no certificate of the same authority. */
export const switchCredentials = (of: LabCertificates, mutual: boolean): ServerCredentials =>
  ServerCredentials.createSsl(
    Buffer.from(of["ca.pem"]),
    [{ private_key: Buffer.from(of["switch.key"]), cert_chain: Buffer.from(of["switch.pem"]) }],
    mutual,
  );
