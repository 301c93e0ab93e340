// What may not be imported, and why. Paths are from the root of the repository.
import { isBuiltin } from "node:module";
import { posix } from "node:path";
import { API_ROOMS, MODEL_ROOMS, ROUTERS, SEE_ALL } from "./table.mjs";

const MODELS = "packages/models/src";
const API = "apps/api/src";
const WEB = "apps/web/src";
/** What tests read is theirs. */
const isTest = (file) => /\.test\.tsx?$|\/fixtures\//.test(file);

/** Path of `file` below `folder`; null when it is elsewhere. */
const below = (folder, file) => (file?.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : null);

/** Where a specifier leads: a file of ours, or the name of a package. */
export function targetOf(from, specifier) {
  if (specifier.startsWith(".")) return { file: posix.join(posix.dirname(from), specifier) };
  if (specifier.startsWith("@/")) return { file: `${WEB}/${specifier.slice(2)}` };
  return { name: specifier };
}

/** Whether a target is the package `names` name, or a part of it; a file of an app counts as that app. */
const isOf = ({ name, file }, names) =>
  names.some((wanted) => name === wanted || name?.startsWith(`${wanted}/`) || below(wanted, file) !== null);

const API_PACKAGE = ["@p4twin/api", "apps/api"];
const WEB_PACKAGE = ["@p4twin/web", "apps/web"];
const FRAMEWORKS = ["next", "@trpc", "@prisma", "pg"];

/** Imports that a rule would refuse, each with why it is needed. */
const EXCEPTIONS = [
  {
    // its process may read these two files and nothing else of ours
    from: `${MODELS}/cli/engines/pythonEngine/child.ts`,
    to: `${MODELS}/engine/python/sandbox.ts`,
  },
];

function againstModels(from, target) {
  if (
    isOf(target, [
      ...API_PACKAGE,
      ...WEB_PACKAGE,
      "@p4twin/ui",
      "packages/ui",
      "react",
      "react-dom",
      ...FRAMEWORKS,
    ])
  )
    return "models know no app, framework or database";
  const room = below(MODELS, from).split("/")[0];
  if (room !== "cli" && target.name !== undefined && isBuiltin(target.name))
    return "models run in a browser, too: only cli uses modules of Node";
  const path = below(MODELS, target.file);
  if (path === null) return null;
  const [other, ...inner] = path.split("/");
  if (other === room || inner.length === 0) return null;
  const isLater = MODEL_ROOMS.indexOf(other) > MODEL_ROOMS.indexOf(room);
  if (isLater && (other === "cli" || !SEE_ALL.includes(room)))
    return `models/${room} may import only the rooms listed before it`;
  return inner.join("/") === "index.ts" ? null : "rooms are imported through their index.ts";
}

/** Place of a file of the API in the order of its rooms; -1 when it has none. */
const rankOf = (path) => API_ROOMS.indexOf(/^[^/]+\/router\.ts$/.test(path) ? ROUTERS : path.split("/")[0]);

/** What some files of the API may not import beside later rooms. */
const API_FILES = [
  {
    from: /^[^/]+\/store\.ts$/,
    files: /(^|\/)(service|router)\.ts$/,
    reason: "a store is below its service",
  },
  {
    from: /^[^/]+\/router\.ts$/,
    files: /(^|\/)store\.ts$|(^|\/)(database|collector)\//,
    packages: ["@prisma"],
    reason: "a router speaks to its service",
  },
  {
    from: /^collector\//,
    files: /(^|\/)(service|store)\.ts$|(^|\/)database\//,
    packages: ["@prisma"],
    reason: "the ingest path knows codecs, bus and counters only",
  },
];

function againstApi(from, target) {
  const own = below(API, from);
  const path = below(API, target.file);
  if (path !== null && rankOf(path) > rankOf(own)) return "a room imports only from rooms below it";
  const broken = API_FILES.find(
    (rule) =>
      rule.from.test(own) && ((path !== null && rule.files.test(path)) || isOf(target, rule.packages ?? [])),
  );
  return broken?.reason ?? null;
}

function againstWeb(from, target) {
  const isRoute = below(`${WEB}/app`, from) !== null;
  if (isRoute && isOf(target, ["@p4twin/models"]))
    return "routes compose features; features and workers use the models";
  if (isOf(target, API_PACKAGE) && target.name !== "@p4twin/api/router")
    return "the web app imports the router's type only";
  const [feature, ...inner] = below(`${WEB}/features`, target.file)?.split("/") ?? [];
  const isOwn = below(`${WEB}/features/${feature}`, from) !== null;
  // a route takes its page, so that no other page of the feature is loaded with it
  return isRoute || inner.length === 0 || isOwn || /^index\.tsx?$/.test(inner.join("/"))
    ? null
    : "a feature is imported through its index";
}

const againstUi = (_, target) =>
  isOf(target, [...API_PACKAGE, ...WEB_PACKAGE, ...FRAMEWORKS])
    ? "packages/ui only draws: no transport, framework or database"
    : null;

const againstJourneys = (_, target) =>
  isOf(target, [...API_PACKAGE, ...WEB_PACKAGE]) ? "e2e speaks to the product as its users do" : null;

/** Folder -> its rule; tests of models and API may use what they need. */
const RULES = [
  { folder: MODELS, against: againstModels, tests: false },
  { folder: API, against: againstApi, tests: false },
  { folder: WEB, against: againstWeb, tests: true },
  { folder: "packages/ui/src", against: againstUi, tests: true },
  { folder: "e2e", against: againstJourneys, tests: true },
];

/** What tests and benches share. */
const TESTING = ["packages/models/testing", "apps/api/testing"];

/** Why the file `from` may not import `specifier`; null when it may. */
function reasonAgainst(from, specifier) {
  const rule = RULES.find(({ folder }) => below(folder, from) !== null);
  if (!rule || (isTest(from) && !rule.tests)) return null;
  const target = targetOf(from, specifier);
  if (!isTest(from) && TESTING.some((folder) => below(folder, target.file) !== null))
    return "test material stays out of the product";
  if (EXCEPTIONS.some((known) => known.from === from && known.to === target.file)) return null;
  return rule.against(from, target);
}

/** Folders and files of models and API that the table does not order: each would be free to import anything. */
export const unordered = (files) => [
  ...new Set(
    files.flatMap((file) => {
      const api = below(API, file)?.split("/")[0];
      const model = below(MODELS, file)?.split("/")[0];
      const isUnknown =
        (api !== undefined && !isTest(api) && !API_ROOMS.includes(api)) ||
        (model !== undefined && !isTest(model) && !MODEL_ROOMS.includes(model));
      return isUnknown ? [api === undefined ? `${MODELS}/${model}` : `${API}/${api}`] : [];
    }),
  ),
];

/** The imports of a source that may not be, as `file:line imports X: reason`. */
export const forbiddenImports = (file, imports) =>
  imports.flatMap(({ specifier, line }) => {
    const reason = reasonAgainst(file, specifier);
    return reason === null ? [] : [`${file}:${line} imports ${specifier}: ${reason}`];
  });
