// A reporter of vitest for scripts/test.mjs: how many tests passed, and everything that failed. Its JSON reporter
// leaves out what fails in the hooks of a suite and outside of any test.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";

const textOf = (errors) => errors.map((error) => error.stack || error.message || String(error)).join("\n");

export default class SummaryReporter {
  constructor({ outputFile }) {
    this.outputFile = outputFile;
  }

  onTestRunEnd(modules, unhandledErrors) {
    let passed = 0;
    const failures = [];
    for (const module of modules) {
      const file = relative(process.cwd(), module.moduleId);
      const note = (name, errors) => failures.push({ name, message: textOf(errors) });
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result();
        if (state === "passed") passed++;
        if (state === "failed") note(`${file} › ${test.fullName}`, errors);
        // the run was cut off: what never ran did not pass
        if (state === "pending") note(`${file} › ${test.fullName}`, [{ message: "it did not end" }]);
      }
      for (const suite of module.children.allSuites())
        if (suite.errors().length > 0) note(`${file} › ${suite.fullName} (hook)`, suite.errors());
      if (module.errors().length > 0) note(`${file} (file or hook)`, module.errors());
    }
    for (const error of unhandledErrors)
      failures.push({ name: "outside of any test", message: textOf([error]) });
    mkdirSync(dirname(this.outputFile), { recursive: true });
    writeFileSync(this.outputFile, JSON.stringify({ passed, failures }));
  }
}
