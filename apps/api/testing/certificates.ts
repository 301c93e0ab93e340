import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A directory with two authorities (ca, other-ca) and, signed by the first, a certificate of a server for
 * `host` and one of a client, each as NAME.pem and NAME.key.
 */
export async function makeCertificates(host = "localhost") {
  const dir = await mkdtemp(join(tmpdir(), "p4twin-tls-"));
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: dir, stdio: "pipe" });
  const subject = (name: string) => ["-subj", `/CN=${name}`];
  for (const ca of ["ca", "other-ca"])
    openssl(
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-days",
      "2",
      "-keyout",
      `${ca}.key`,
      "-out",
      `${ca}.pem`,
      ...subject(ca),
    );
  await writeFile(join(dir, "san"), `subjectAltName=DNS:${host}\n`);
  for (const who of ["server", "client"]) {
    openssl(
      "req",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-keyout",
      `${who}.key`,
      "-out",
      `${who}.csr`,
      ...subject(who),
    );
    openssl(
      "x509",
      "-req",
      "-in",
      `${who}.csr`,
      "-CA",
      "ca.pem",
      "-CAkey",
      "ca.key",
      "-CAcreateserial",
      "-days",
      "2",
      "-extfile",
      "san",
      "-out",
      `${who}.pem`,
    );
  }
  return {
    file: (name: string): string => join(dir, name),
    dispose: (): Promise<void> => rm(dir, { recursive: true, force: true }),
  };
}
