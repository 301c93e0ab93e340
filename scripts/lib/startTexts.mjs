// What `npm start` prints. Plain JavaScript for Node 20, no dependencies.

export const helpText = `npm start                installs, builds and starts P4Twin; prints the address to open. Ctrl-C stops it.
npm start -- --sign-in   prints a new one-time sign-in link for the owner, also beside a running P4Twin
npm start -- --check     checks the configuration only
npm start -- --help      this text

Settings are environment variables or lines of .env; .env.example lists all of them with their defaults. The most used:
  PORT=8080  HOST=0.0.0.0  BASE_URL=https://...  DATABASE_URL=postgresql://...  P4TWIN_DATA_DIR=/var/lib/p4twin
  INT_PORT=32766  INT_HOST=0.0.0.0  DEMO=off`;

const origins = {
  system: "of this machine",
  bundled: "installed with P4Twin",
  fetched: "fetched for P4Twin",
};

/**
 * The last block of a start. `database` is the address of an external one, null for the embedded; `listens` where
 * reports arrive, `roles` those of a process without pages.
 */
export function readyText({ link, url, roles, node, dataDir, database, listens, demo }) {
  const rows = [
    ["Data", dataDir],
    ["Database", database ? `PostgreSQL at ${database}` : "embedded PostgreSQL, in the data folder"],
    ["Node", `${node.version.replace(/^v/, "")}, ${origins[node.origin]}`],
    ...(listens.length > 0 ? [["INT reports", `UDP ${listens.join(", ")}`]] : []),
    ["Demo", demo ? "emulated switches send reports; DEMO=off starts without them" : "off"],
    ["Stop", "Ctrl-C"],
    ...(link || roles ? [] : [["Signed out?", "npm start -- --sign-in prints a new sign-in link"]]),
  ];
  const open = link ? `${link} (signs you in, once, within 24 hours)` : url;
  return [
    `\nP4Twin is ready. Open ${open}`,
    ...rows.map(([name, text]) => `  ${name.padEnd(12)} ${text}`),
  ].join("\n");
}

/**
 * Log lines as a person reads them while the product starts: `Warning: text (name value)`. Other lines are left alone.
 */
export function plainLog(text) {
  return text.replaceAll(/^\{.*\}$/gm, (line) => {
    try {
      const { level, time: _, msg, ...rest } = JSON.parse(line);
      if (typeof msg !== "string") return line;
      const details = Object.entries(rest).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
      const kind = level >= 50 ? "Error" : level >= 40 ? "Warning" : "Note";
      return `${kind}: ${msg}${details.length > 0 ? ` (${details.join(", ")})` : ""}`;
    } catch {
      return line;
    }
  });
}
