// Imported first: a Node that is too old says so before anything else fails on it. Syntax of Node 12.
if (Number(process.versions.node.split(".")[0]) < 20) {
  console.error(
    `P4Twin needs Node 20 or newer; this is Node ${process.versions.node} (${process.execPath}).\n` +
      "Install a current one (https://nodejs.org, or your package manager), then run the same command again.",
  );
  process.exit(1);
}
