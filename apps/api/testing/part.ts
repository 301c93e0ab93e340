// A part of a test: ready at once unless its argument says otherwise, and does what it is asked to over the link.
import { createLocalLink } from "../src/bus/local/localLink.ts";
import { createPartSide } from "../src/supervisor/part.ts";

const [, , name, way] = process.argv;
const side = createPartSide(() => process.exit(0));
await side.setup;
if (way === "refuse") {
  side.say({ part: "failed", message: "the port is in use" });
  setTimeout(() => process.exit(1), 20);
} else {
  const link = createLocalLink(side.channel);
  link.on(`do.${name}`, (payload) => {
    const what = Buffer.from(payload).toString();
    if (what === "throw") throw new TypeError("nobody catches this");
    if (what === "spin") for (;;);
    if (what === "leave") process.exit(7);
  });
  link.publish(`runs.${name}`, String(process.pid));
  side.say({ part: "ready", url: `http://${name}`, link: null });
}
