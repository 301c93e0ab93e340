import type { ChainFile } from "@p4twin/models/chain";
import type { Diagnostic } from "@p4twin/models/core";
import { notFound } from "../errors.ts";
import { hashJson } from "../shared/hash.ts";
import type { Parsing } from "../shared/parsing/parsing.ts";
import { type Clock, found } from "../shared/service.ts";
import type { ChainDocument, ChainInput, ChainVersion, CreatedChains, WrittenChain } from "./schema.ts";
import type { ChainStore } from "./store.ts";

type By = { by: string | null };
type Deps = {
  store: ChainStore;
  clock: Clock;
  parsing: Parsing;
  /** function types that need no description in a chain file */
  libraryTypes: readonly string[];
};

/** Every chain of a file with the functions of the file that it uses. */
const split = (file: ChainFile): ChainDocument[] =>
  file.chains.map((chain) => ({
    chain,
    functions: file.functions.filter((fn) => chain.functions.includes(fn.type)),
  }));

/** Service chains: immutable versions. Input is validated, access was checked by the caller. */
export function createChainService({ store, clock, parsing, libraryTypes }: Deps) {
  const get = async (versionId: string): Promise<ChainVersion> =>
    found(await store.get(versionId), "chain version", versionId);

  const read = async (
    content: ChainInput,
  ): Promise<{ chains: ChainDocument[]; diagnostics: Diagnostic[] }> => {
    const name = "fileName" in content ? content.fileName : "the chains";
    const done = await parsing.read("chains", { content, libraryTypes }, name);
    if (!done.ok) return { chains: [], diagnostics: done.diagnostics };
    const { file, diagnostics } = done.value;
    if (!file) return { chains: [], diagnostics };
    if (file.chains.length > 0) return { chains: split(file), diagnostics };
    const message = "the file has no chain; describe at least one under chains";
    return { chains: [], diagnostics: [{ severity: "error", code: "no-chain", message, span: null }] };
  };

  return {
    list: () => store.list(),
    get,

    /** Stores every chain of the file, or none when the file has mistakes. */
    async create(input: { content: ChainInput } & By): Promise<CreatedChains> {
      const { chains, diagnostics } = await read(input.content);
      if (chains.length === 0) return { ok: false, diagnostics };
      const ids = await store.transaction(async (tx) => {
        const made: string[] = [];
        for (const document of chains) {
          const chainId = await store.create(tx, document.chain.name ?? document.chain.id);
          const hash = hashJson(document);
          made.push(await store.addVersion(tx, { chainId, number: 1, hash, document, createdBy: input.by }));
        }
        return made;
      });
      return { ok: true, versions: await Promise.all(ids.map(get)), diagnostics };
    },

    /** The file must hold exactly one chain. Same content as the newest version: nothing is stored. */
    async addVersion(input: { id: string; content: ChainInput } & By): Promise<WrittenChain> {
      const { chains, diagnostics } = await read(input.content);
      const document = chains[0];
      if (!document) return { ok: false, diagnostics };
      if (chains.length > 1) {
        const message = `the file has ${chains.length} chains; a new version of a chain needs exactly one`;
        return {
          ok: false,
          diagnostics: [{ severity: "error", code: "several-chains", message, span: null }],
        };
      }
      const hash = hashJson(document);
      const versionId = await store.transaction(async (tx) => {
        const latest = await store.lockLatest(tx, input.id);
        if (!latest) throw notFound("chain", input.id);
        if (latest.hash === hash) return latest.id;
        const number = latest.number + 1;
        return store.addVersion(tx, { chainId: input.id, number, hash, document, createdBy: input.by });
      });
      return { ok: true, version: await get(versionId), diagnostics };
    },

    async rename(id: string, name: string): Promise<void> {
      if (!(await store.rename(id, name))) throw notFound("chain", id);
    },

    async remove(id: string): Promise<void> {
      if (!(await store.setRemoved(id, clock()))) throw notFound("chain", id);
    },

    async restore(id: string): Promise<void> {
      if (!(await store.setRemoved(id, null))) throw notFound("chain", id);
    },
  };
}

export type ChainService = ReturnType<typeof createChainService>;
