// After every install: what is generated from committed files (library module, Prisma client).
import "./embed-library.mjs";
import "./prisma-generate.mjs";
