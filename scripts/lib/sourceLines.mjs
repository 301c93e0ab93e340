// Stacks of the bundled server name lines of the sources. A map is read when a stack that needs it is: Node's own way
// reads every map when its module is loaded, in every process of the server.
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { fileURLToPath } from "node:url";

const PLACE = /(file:\/\/[^\s()]+\.mjs):(\d+):(\d+)/;
const maps = new Map();

function mapOf(url) {
  if (!maps.has(url)) {
    let map = null;
    try {
      map = new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), "utf8")));
    } catch {
      // a file without a map is named as it is
    }
    maps.set(url, map);
  }
  return maps.get(url);
}

const inSources = (site) =>
  String(site).replace(PLACE, (place, url, line, column) => {
    const { fileName, lineNumber, columnNumber } = mapOf(url)?.findOrigin(Number(line), Number(column)) ?? {};
    return fileName ? `${fileURLToPath(new URL(fileName, url))}:${lineNumber}:${columnNumber}` : place;
  });

Error.prepareStackTrace = (error, sites) =>
  [Error.prototype.toString.call(error), ...sites.map((site) => `    at ${inSources(site)}`)].join("\n");
