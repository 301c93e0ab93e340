import { describe, expect, it } from "vitest";
import { readAllowList } from "./allowList.ts";

describe("a list of allowed hosts", () => {
  const cases: [string[], string, boolean][] = [
    [[], "https://engines.example.org/", false],
    [["engines.example.org"], "https://engines.example.org/x", true],
    [["engines.example.org"], "https://ENGINES.example.org:8443/", true],
    [["engines.example.org"], "https://engines.example.org.evil.net/", false],
    [["example.org"], "https://engines.example.org/", false],
    [["engines.example.org:8443"], "https://engines.example.org/", false],
    [["engines.example.org:8443"], "https://engines.example.org:8443/", true],
    [["engines.example.org:443"], "https://engines.example.org/", true],
    [["10.0.0.0/8"], "http://10.1.2.3/", true],
    [["10.0.0.0/8"], "http://11.1.2.3/", false],
    [["127.0.0.1:9000"], "http://127.0.0.1:9000/", true],
    [["127.0.0.1"], "http://0x7f.1/", true],
    [["[::1]:9000"], "http://[::1]:9000/", true],
    [["fd00::/8"], "http://[fd12::1]/", true],
    [["engines.example.org"], "https://user:secret@engines.example.org/", false],
    [["engines.example.org"], "file://engines.example.org/etc/passwd", false],
  ];
  it.each(cases)("%j and %s: %s", (hosts, url, allowed) => {
    const { list, problems } = readAllowList(hosts);
    expect(problems).toEqual([]);
    expect(list.refuses(new URL(url)) === null).toBe(allowed);
  });

  const privateOnes = [
    "127.0.0.1",
    "10.0.0.5",
    "172.16.3.4",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "::1",
    "::ffff:127.0.0.1",
    "fd00::1",
    "fe80::1",
  ];
  it.each(privateOnes)("a name that stands for %s is refused unless the address is listed", (address) => {
    const url = new URL("https://engines.example.org/");
    const named = readAllowList(["engines.example.org"]).list;
    expect(named.refusesAddress(address, url)).toContain("private address");
    const listed = readAllowList(["engines.example.org", address]).list;
    expect(listed.refusesAddress(address, url)).toBeNull();
  });

  it("lets public addresses pass by name", () => {
    const { list } = readAllowList(["engines.example.org"]);
    expect(list.refusesAddress("93.184.216.34", new URL("https://engines.example.org/"))).toBeNull();
    expect(list.refusesAddress("2606:4700::1", new URL("https://engines.example.org/"))).toBeNull();
  });

  it.each(["http://x/", "a b", "host:99999", "10.0.0.0/40", "x/8", ""])("%j is no host", (text) => {
    expect(readAllowList([text]).problems[0]).toContain("is not a host");
  });
});
