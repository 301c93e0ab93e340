// After every install: what is generated from committed files (library module, Prisma client), and the
// commands of the workspaces.
import "./embed-library.mjs";
import "./prisma-generate.mjs";
import "./link-commands.mjs";
