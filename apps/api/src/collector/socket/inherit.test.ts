import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { openRecvmmsg } from "./recvmmsg.ts";

/** Inodes of the UDP sockets that are bound to a port. */
const socketsOn = (port: number): string[] =>
  readFileSync("/proc/net/udp", "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local]) => Number.parseInt(local?.split(":")[1] ?? "", 16) === port)
    .map((columns) => columns[9]);

it.runIf(process.platform === "linux")("a child process has none of the collector's sockets", () => {
  const source = openRecvmmsg(
    { host: "127.0.0.1", ports: [0], receiveBufferBytes: 65_536, maxDatagramBytes: 2_048, interface: null },
    () => {},
  );
  onTestFinished(() => source.close());
  const inodes = socketsOn(source.ports[0].port);
  expect(inodes).toHaveLength(source.ports[0].sockets);
  const open = execFileSync("/bin/sh", ["-c", "ls -l /proc/self/fd"], { encoding: "utf8" });
  expect(inodes.filter((inode) => open.includes(`socket:[${inode}]`))).toEqual([]);
});
