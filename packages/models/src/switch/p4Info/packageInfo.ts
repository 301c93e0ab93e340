import type { Annotation, CheckedProgram } from "../../p4/index.ts";
import type { Draft, P4Info } from "../../p4runtime/index.ts";

const TEXTS = ["name", "version", "organization", "contact", "url", "arch"] as const;
const NUMBERS = {
  multicast_group_table_size: "multicastGroupTableSize",
  multicast_group_table_total_replicas: "multicastGroupTableTotalReplicas",
  multicast_group_table_max_replicas_per_entry: "multicastGroupTableMaxReplicasPerEntry",
} as const;

/** What `@pkginfo` and `@platform_property` of `main` say, both of the form `key = value`. */
export function packageInfo({ architecture }: CheckedProgram): Draft<P4Info>["pkgInfo"] {
  const annotations = architecture?.main.annotations ?? [];
  const texts = pairsOf(annotations, "pkginfo");
  const numbers = pairsOf(annotations, "platform_property");
  return {
    arch: architecture?.definition.id ?? "",
    ...Object.fromEntries(
      TEXTS.flatMap((name) => (texts.has(name) ? [[name, texts.get(name)!.replace(/^"|"$/g, "")]] : [])),
    ),
    ...(numbers.size === 0
      ? {}
      : {
          platformProperties: Object.fromEntries(
            Object.entries(NUMBERS).map(([name, key]) => [key, Number(numbers.get(name) ?? 0)]),
          ),
        }),
  };
}

function pairsOf(annotations: readonly Annotation[], wanted: string): Map<string, string> {
  const tokens = annotations.find(({ name }) => name.text === wanted)?.tokens ?? [];
  const pairs = new Map<string, string>();
  for (const [at, token] of tokens.entries())
    if (token === "=" && at > 0 && at + 1 < tokens.length) pairs.set(tokens[at - 1]!, tokens[at + 1]!);
  return pairs;
}
