import { scalingPresets } from "../../server/index.ts";
import { MetronController, toClick } from "../../synthesis/index.ts";
import { onlyPositional, parseArguments, positiveInteger } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { inputError, UsageError } from "../errors.ts";
import { parseAddress } from "../input/parseAddress.ts";
import { startMetron } from "./metronServer.ts";
import { readOffload } from "./readOffload.ts";

export const metronCommand: Command = {
  name: "metron",
  summary: "a controller for Metron's agents: deploys a placed chain, asks for loads, scales",
  usage: `usage: p4twin metron FILE --listen HOST:PORT [--period MS]

FILE           what p4twin offload reads; its plan is deployed as soon as the agent of the plan's server announces itself
               (POST /onos/v1/network/configuration/, from its own address)
--listen       where agents announce themselves, such as 127.0.0.1:8181
--period MS    between two questions for the load, 500 when it is not given
GET /p4twin/state says what holds; GET /p4twin/rules/DEVICE are the rules that a switch must have now: installing them is left to you.
It ends at an interrupt. Anyone who reaches the port can announce a server: listen where only agents are.`,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, {
      listen: { type: "string" },
      period: { type: "string" },
    });
    const name = onlyPositional(positionals, "offload file");
    if (values.listen === undefined)
      throw new UsageError("--listen HOST:PORT says where agents announce themselves");
    const { host, port } = parseAddress("listen", values.listen, "127.0.0.1:8181");
    const [preset] = scalingPresets();
    const periodMs = positiveInteger("period", values.period) ?? preset!.periodMs.value;
    const read = await readOffload(io, name);
    if ("exit" in read) return read.exit;
    const { file, value, synthesis, plan } = read;
    const made = toClick(synthesis);
    if (made.text === null) {
      for (const d of made.diagnostics) io.stderr(`${file}: the agent cannot run it: ${d.message}\n`);
      return exitCode.no;
    }
    const controller = new MetronController({
      id: value.name ?? value.chain,
      synthesis,
      network: value.network,
      plan,
      preset: preset!,
      maxCores: value.scenario?.maxCores ?? value.cores,
      config: made.text,
    });
    const tell = (line: string): void => io.stdout(`${line}\n`);
    const server = await startMetron(controller, { host, port, periodMs, tell }).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      throw inputError(values.listen!, "metron-listen", `cannot listen: ${message}`);
    });
    tell(`listening at ${server.url}, waiting for the agent of ${controller.server.id}`);
    await new Promise<void>((done) => {
      if (io.signal.aborted) done();
      else io.signal.addEventListener("abort", () => done(), { once: true });
    });
    await server.stop();
    return exitCode.done;
  },
};
