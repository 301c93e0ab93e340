/** A line that begins with a command of BMv2's command line, which no field of a message is called like. */
const COMMAND =
  /^[^\S\n]*(?:table|act_prof|pvs|mirroring|mc|register|counter|meter|set)_\w+\b(?![^\S\n]*[{:<[}>\]])/m;

/** The form of a text of entries: JSON of the p4lang tutorials, BMv2's commands, or P4Runtime as protobuf text. */
export const entriesForm = (text: string): "json" | "commands" | "messages" =>
  /^\s*[{[]/.test(text) ? "json" : COMMAND.test(text) ? "commands" : "messages";
