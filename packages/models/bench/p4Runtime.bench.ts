import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { P4Info, readText } from "../src/p4runtime/index.ts";
import { listens } from "../testing/cli/listens.ts";
import { reasonOf } from "./p4Runtime/reasons.ts";

const PROGRAM = join(import.meta.dirname, "..", "testing", "switch", "everyKind.p4");
const P4TWIN = join(import.meta.dirname, "..", "bin", "p4twin.mjs");
const ASK = join(import.meta.dirname, "p4Runtime", "ask.py");
const PORTS = { theirs: 28_759, thrift: 28_290, ours: 28_760 };

/**
 * The same requests to `p4twin switch` and to BMv2's `simple_switch_grpc`; what is answered
 * otherwise is printed with why.
 *
 *   P4TWIN_SIMPLE_SWITCH_GRPC=FILE P4TWIN_P4C=p4c-bm2-ss P4TWIN_P4RT_PYTHON=PYTHON npm run bench p4Runtime
 *
 * `P4TWIN_VETH=a0,a1,b0,b1`: two pairs of interfaces, a frame goes into a0 and b0. PYTHON has the package p4runtime.
 */
export default async function p4Runtime() {
  const { P4TWIN_SIMPLE_SWITCH_GRPC: bmv2, P4TWIN_P4C: p4c, P4TWIN_P4RT_PYTHON: python } = process.env;
  const name = "P4Runtime: p4twin switch and simple_switch_grpc";
  if (!bmv2 || !p4c || !python) {
    console.log(
      "P4TWIN_SIMPLE_SWITCH_GRPC, P4TWIN_P4C, P4TWIN_P4RT_PYTHON: one is not set, nothing is compared",
    );
    return { name, rows: [] };
  }
  const [theirOut, theirIn, ourOut, ourIn] = process.env.P4TWIN_VETH?.split(",") ?? [];
  const folder = mkdtempSync(join(tmpdir(), "p4twin-p4rt-"));
  const file = (each: string): string => join(folder, each);
  // simple_switch_grpc does not take entries of a program that are not const
  const text = readFileSync(PROGRAM, "utf8")
    .replace(/^.*table pre .*$/m, "")
    .replace(" pre.apply();", "");
  writeFileSync(file("kinds.p4"), text);
  execFileSync(p4c, ["--p4runtime-files", "kinds.txtpb", "-o", "kinds.json", "kinds.p4"], {
    cwd: folder,
    stdio: "ignore",
  });
  writeFileSync(
    file("kinds.bin"),
    P4Info.encode(readText(P4Info, readFileSync(file("kinds.txtpb"), "utf8"))),
  );
  const own = ["--device-id", "1", "--thrift-port", String(PORTS.thrift), "--no-p4"];
  const theirs = [
    ...own,
    ...(theirIn ? ["-i", `1@${theirIn}`] : []),
    ...["--", "--grpc-server-addr", `127.0.0.1:${PORTS.theirs}`, "--cpu-port", "255"],
  ];
  const ours = [
    ...[P4TWIN, "switch", "--program", file("kinds.p4"), "--cpu-port", "255"],
    ...["--p4runtime", `127.0.0.1:${PORTS.ours}`, ...(ourIn ? ["--port", `1=${ourIn}`] : [])],
  ];
  const started: ChildProcess[] = [];
  const ask = async (command: string, argv: string[], port: number, wire: string | undefined) => {
    started.push(spawn(command, argv, { stdio: "ignore", cwd: folder }));
    for (let tries = 0; !(await listens(port)); tries++) {
      if (tries > 300) throw new Error(`${command} does not answer`);
      await sleep(100);
    }
    const answers = file(`${port}.json`);
    const given = [`127.0.0.1:${port}`, file("kinds.bin"), file("kinds.json"), wire ?? "-", answers];
    execFileSync(python, [ASK, ...given], { stdio: ["ignore", "ignore", "inherit"] });
    return new Map<string, string>(JSON.parse(readFileSync(answers, "utf8")));
  };
  try {
    const bmv2Answers = await ask(bmv2, theirs, PORTS.theirs, theirOut);
    const ourAnswers = await ask(process.execPath, ours, PORTS.ours, ourOut);
    let same = 0;
    const reasons = new Map<string, number>();
    for (const [request, theirAnswer] of bmv2Answers) {
      const ourAnswer = ourAnswers.get(request) ?? "no answer";
      if (theirAnswer === ourAnswer) {
        same++;
        continue;
      }
      const reason = reasonOf(request) ?? "NOT EXPLAINED";
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      console.log(
        `${request}: ${reason}\n  BMv2: ${theirAnswer.slice(0, 200)}\n  ours: ${ourAnswer.slice(0, 200)}`,
      );
    }
    const rows = [...reasons].map(([reason, answers]) => ({ reason, answers }));
    return { name, rows: [{ reason: "the same answer", answers: same }, ...rows] };
  } finally {
    for (const each of started) each.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
