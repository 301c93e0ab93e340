// Sources and some packages as few files of plain JavaScript, side by side in one folder.
import { rolldown } from "rolldown";

const isPackage = (id) => !/^[./\0]|^[A-Z]:/.test(id);

/**
 * Bundles entry files (`{ name: path }`) into a folder: `name.mjs`, or `name.cjs` where `written.format` asks for it.
 * `inlined`: names of packages that go in, because reading their many small files takes most of a start; all others
 * stay packages. `written`: further options of the bundler's output. Resolves with the names of the written files.
 */
export async function bundle(input, folder, { inlined, plugins, sourcemap = false, banner, written = {} }) {
  const isInlined = (id) => inlined.some((name) => id === name || id.startsWith(`${name}/`));
  const built = await rolldown({
    input,
    platform: "node",
    external: (id) => isPackage(id) && !(id in input) && !isInlined(id),
    plugins,
  });
  try {
    const ending = written.format === "cjs" ? "cjs" : "mjs";
    const names = { entryFileNames: `[name].${ending}`, chunkFileNames: `[name]-[hash].${ending}` };
    const { output } = await built.write({
      dir: folder,
      format: "esm",
      sourcemap,
      banner,
      ...written,
      ...names,
    });
    return output.map(({ fileName }) => fileName);
  } finally {
    await built.close();
  }
}
