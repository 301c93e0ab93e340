// Sources and some packages as few files of plain JavaScript, side by side in one folder.
import { rolldown } from "rolldown";

const isPackage = (id) => !/^[./\0]|^[A-Z]:/.test(id);

/**
 * Bundles entry files (`{ name: path }`, written as `name.mjs`) into a folder. `inlined`: names of packages that go in,
 * because reading their many small files takes most of a start; all others stay packages. `written`: further options of
 * the bundler's output. Resolves with the names of the written files.
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
    const names = { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" };
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
