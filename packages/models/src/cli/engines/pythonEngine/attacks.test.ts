import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createPythonHost,
  type PythonReply,
  readPythonReply,
  type SandboxPort,
} from "../../../engine/index.ts";
import { createSnapshotFile, type Start } from "./snapshotFile.ts";
import { spawnPythonChild } from "./spawnPythonChild.ts";

const LOADING_MS = 300_000;

/** A file whose `estimate` has this body; what it returns is the answer. */
const estimate = (body: string): string =>
  `def estimate(program, device, options):\n${body
    .split("\n")
    .map((line) => `    ${line}`)
    .join("\n")}`;

const snapshots = createSnapshotFile();

/** One interpreter that is asked again and again: an attack that is refused must leave it whole for the next one. */
function openSandbox(start: Start) {
  const next = () => {
    const given = snapshots.next();
    expect(given.start).toBe(start);
    return given;
  };
  const port: SandboxPort = spawnPythonChild({ ...snapshots, next });
  const ready = new Promise<void>((resolve, reject) => {
    port.onFailure(reject);
    port.onMessage((message) => {
      if ((message as { kind: string }).kind === "ready") resolve();
      else onReply((message as { text?: string }).text ?? "");
    });
  });
  let onReply: (text: string) => void = () => {};
  return {
    ready,
    end: () => port.terminate(),
    run: (source: string, given = "[{}, {}, {}]") =>
      new Promise<PythonReply>((resolve) => {
        onReply = (text) => resolve(readPythonReply(text));
        port.post({ call: "estimate", file: "engine.py", source, arguments: given });
      }),
  };
}

/** What `random` draws first, by how the interpreter started. */
const drawn = new Map<Start, unknown>();

describe.each(["fresh", "making", "restored"] as const)("an engine inside one interpreter (%s)", (start) => {
  let sandbox: ReturnType<typeof openSandbox>;
  beforeAll(async () => {
    sandbox = openSandbox(start);
    await sandbox.ready;
  }, LOADING_MS);
  afterAll(() => sandbox.end());

  it("may use the pure modules of the standard library", async () => {
    const modules =
      "csv, collections, dataclasses, enum, functools, heapq, itertools, math, random, statistics, typing";
    const body = `import ${modules}\nreturn statistics.fmean(heapq.nsmallest(2, [3, 1, 2]))`;
    expect(await sandbox.run(estimate(body))).toMatchObject({ ok: true, answer: 1.5 });
  });

  it("draws numbers of its own, whatever memory it began with", async () => {
    const reply = await sandbox.run(estimate("import random\nreturn random.random()"));
    expect(reply.ok).toBe(true);
    drawn.set(start, reply.ok && reply.answer);
    expect(new Set(drawn.values()).size).toBe(drawn.size);
  });

  const refused: [string, string, string][] = [
    ["reads a file", 'return open("/etc/passwd").read()', "opens no files"],
    ["reads a file below", 'import io\nreturn io.FileIO("/etc/passwd").read()', "opens no files"],
    ["reads a file by descriptor", 'import os\nreturn os.open("/etc/passwd", os.O_RDONLY)', "opens no files"],
    ["writes a file", 'return open("/tmp/x", "w").write("x")', "opens no files"],
    ["lists a folder", 'import os\nreturn os.listdir("/")', "may not do this (os.listdir)"],
    ["removes a file", 'import os\nos.remove("/lib/python314.zip")', "may not do this (os.remove)"],
    ["opens a socket", "import socket", "socket is not there"],
    ["opens a socket below", "import _socket", "_socket is not there"],
    ["asks an address", 'import urllib.request\nurllib.request.urlopen("http://127.0.0.1")', "is not there"],
    ["starts a process", 'import subprocess\nsubprocess.run(["ls"])', "subprocess is not there"],
    ["starts a process by os", 'import os\nos.system("ls")', "may not do this (os.system)"],
    ["starts a thread", "import threading", "threading is not there"],
    ["starts a thread below", "import _thread", "_thread is not there"],
    ["imports the host", "import js", "js is not there"],
    ["imports Pyodide's host", "import pyodide_js", "pyodide_js is not there"],
    ["runs JavaScript", "from pyodide.code import run_js", "pyodide.code is not there"],
    ["imports the core of Pyodide", "import _pyodide_core", "_pyodide_core is not there"],
    ["installs a package", "import micropip", "micropip is not there"],
    ["reads memory", "import ctypes", "ctypes is not there"],
    [
      "loads a compiled module behind the import",
      "import importlib.machinery as m\nreturn repr(m.BuiltinImporter.create_module(m.ModuleSpec('_ctypes', None)))",
      "create_builtin",
    ],
    ["takes modules that were loaded before", 'import sys\nreturn repr(sys.modules["js"])', "KeyError"],
    ["asks the collector for all objects", "import gc", "gc is not there"],
    [
      "forges byte code",
      "return (lambda: 0).__code__.replace(co_code=b'x')",
      "may not do this (code.__new__)",
    ],
    ["traces the host", "import sys\nsys.settrace(print)", "may not do this (sys.settrace)"],
    [
      "takes the finders away and asks again",
      "import sys\nsys.meta_path.clear()\nimport ctypes",
      "ctypes is not there",
    ],
    [
      "rewrites the guard through its own frame",
      `import sys
try:
    import js
except ImportError as error:
    frame = error.__traceback__.tb_next.tb_frame
    frame.f_globals.update(ImportError=lambda text: ValueError("passed"), ABSENT=(), refuse=None)
    frame.f_locals.update({"absent": ()})
import pyodide_js`,
      // its words are the attacker's, the refusal is not
      "ValueError: passed",
    ],
  ];
  it.each(refused)("that %s is refused, and told so", async (_what, body, message) => {
    const reply = await sandbox.run(estimate(body));
    expect(reply).toMatchObject({ ok: false, failure: { kind: "exception" } });
    expect(reply.ok ? "" : `${reply.failure.message} ${reply.failure.traceback}`).toContain(message);
    expect(reply.ok ? null : reply.failure.line).toBeGreaterThan(1);
  });

  it("reaches no object of JavaScript from anything that Python can be asked for", async () => {
    const search = `
seen, found, work = set(), [], list(object.__subclasses__())
while work:
    item = work.pop()
    if id(item) in seen:
        continue
    seen.add(id(item))
    if type(item).__name__ in ("JsProxy", "JsDoubleProxy", "JsCallable", "JsArray", "JsException"):
        found.append(type(item).__name__)
    if isinstance(item, (list, tuple, set, frozenset)):
        work.extend(item)
    elif isinstance(item, dict):
        work.extend(item.values())
    elif isinstance(item, type):
        work.extend(vars(item).values())
        work.extend(type.__subclasses__(item))
    else:
        for name in ("__globals__", "__closure__", "__self__", "__dict__", "__func__", "cell_contents", "__defaults__", "__wrapped__", "fget"):
            try:
                work.append(getattr(item, name))
            except BaseException:
                pass
return [len(seen) > 10_000, found]`;
    expect(await sandbox.run(estimate(search))).toMatchObject({ ok: true, answer: [true, []] });
  });

  const unusable: [string, string, string][] = [
    ["returns nan", 'return {"estimates": [{"meanUs": float("nan")}]}', "['estimates'][0]['meanUs'] is nan"],
    ["returns infinity", 'return [float("inf")]', "the answer[0] is inf"],
    [
      "returns an object of its own",
      "class Mine: pass\nreturn {'a': Mine()}",
      "the answer['a'] is of type Mine",
    ],
    [
      "returns a text that is more than a text",
      "class Text(str): pass\nreturn Text('x')",
      "the answer is of type Text",
    ],
    ["returns bytes", "return b'x'", "the answer is of type bytes"],
    ["returns keys that are no text", "return {1: 2}", "a key of the answer is of type int"],
    ["returns what contains itself", "x = []\nx.append(x)\nreturn x", "contains itself"],
    [
      "returns what has no end of nesting",
      "x = []\nfor _ in range(500): x = [x]\nreturn x",
      "nested more than",
    ],
    ["returns whole numbers that JSON changes", "return 2**80", "beyond 2**53"],
    ["returns too much", "return ['x' * 1_000_000] * 20", "larger than 8000000 characters"],
  ];
  it.each(unusable)("that %s is told where", async (_what, body, message) => {
    const reply = await sandbox.run(estimate(body));
    expect(reply).toMatchObject({ ok: false, failure: { kind: "answer" } });
    expect(reply.ok ? "" : reply.failure.message).toContain(message);
  });

  const failing: [string, string, string, string][] = [
    ["calls sys.exit", estimate("import sys\nsys.exit(0)"), "exit", "ended itself"],
    ["runs out of memory", estimate("x = []\nwhile True: x.append(bytearray(10**7))"), "memory", "memory"],
    [
      "raises what cannot be printed",
      estimate(
        "class Bad(Exception):\n    def __str__(self): raise self\n    __repr__ = __str__\nraise Bad()",
      ),
      "exception",
      "its message cannot be made",
    ],
    [
      "raises a message without end",
      estimate("raise ValueError('x' * 10_000_000)"),
      "exception",
      "ValueError: xxx",
    ],
    ["recurses for ever", estimate("return estimate(1, 2, 3)"), "exception", "RecursionError"],
    ["has a mistake", "def estimate(program, device, options)\n    pass", "exception", "SyntaxError"],
    ["defines nothing", "x = 1", "missing", "defines no function estimate"],
    [
      "defines the other function",
      "def place(problem, options): pass",
      "missing",
      "no function estimate; it defines place",
    ],
    ["takes other arguments", "def estimate(): pass", "exception", "takes 0 positional arguments"],
  ];
  it.each(failing)("that %s fails with words", async (_what, source, kind, message) => {
    const reply = await sandbox.run(source);
    expect(reply).toMatchObject({ ok: false, failure: { kind } });
    if (reply.ok) return;
    expect(reply.failure.message).toContain(message);
    expect(reply.failure.message.length).toBeLessThan(5_000);
    expect((reply.failure.traceback ?? "").length).toBeLessThan(20_000);
  });

  it("shows the line and the column of the operator's file", async () => {
    const reply = await sandbox.run(
      'def half(x):\n    return x["size"] / 0\n\n\ndef estimate(program, device, options):\n    return half({"size": 1})\n',
    );
    expect(reply).toMatchObject({
      ok: false,
      failure: {
        message: "ZeroDivisionError: division by zero",
        line: 2,
        column: 12,
        endColumn: 25,
        traceback: `Traceback (most recent call last):
  File "engine.py", line 6, in estimate
    return half({"size": 1})
  File "engine.py", line 2, in half
    return x["size"] / 0
ZeroDivisionError: division by zero`,
      },
    });
  });

  it("keeps what was printed up to a bound, and still answers", async () => {
    const reply = await sandbox.run(estimate('print("one")\nprint("x" * 10_000_000)\nreturn 1'));
    expect(reply).toMatchObject({ ok: true, answer: 1 });
    expect(reply.printed.startsWith("one\nxxx")).toBe(true);
    expect(reply.printed.length).toBeLessThan(70_000);
    expect(reply.printed).toContain("more characters were printed");
  });

  it("gets and gives keys that mean something to JavaScript as plain data", async () => {
    const given = '[{"__proto__": {"polluted": 1}}, {}, {}]';
    const reply = await sandbox.run(estimate('return {**program, "constructor": {"prototype": {}}}'), given);
    expect(reply.ok && JSON.stringify(reply.answer)).toBe(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{}}}',
    );
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });
});

describe("an engine that takes its interpreter with it", () => {
  const python = createPythonHost(() => spawnPythonChild(snapshots), { keepsOneReady: true });
  afterAll(() => python.stop());
  const run = (source: string, timeLimitS = 30) =>
    python.run({ call: "estimate", file: "engine.py", source, arguments: "[{}, {}, {}]" }, { timeLimitS });

  it("is stopped at its limit, and the next run has an interpreter of its own", {
    timeout: LOADING_MS,
  }, async () => {
    const endless = await run(estimate("while True: pass"), 0.5);
    expect(endless).toMatchObject({ ok: false, failure: { kind: "time" } });
    expect(endless.ok ? "" : endless.failure.message).toContain("no answer within 0.5 s");
    const next = await run("import json\njson.mine = 1\ndef estimate(p, d, o): return 7");
    expect(next).toMatchObject({ ok: true, answer: 7 });
    const after = await run('import json\ndef estimate(p, d, o): return hasattr(json, "mine")');
    expect(after).toMatchObject({ ok: true, answer: false });
  });

  it("ends itself, or recurses below the guard, and is told so", { timeout: LOADING_MS }, async () => {
    const exits = await run(estimate("import os\nos._exit(3)"));
    expect(exits).toMatchObject({ ok: false, failure: { kind: "crash" } });
    const deep = await run(
      estimate("import sys\nsys.setrecursionlimit(10**8)\ndef down(n): return down(n + 1)\nreturn down(0)"),
    );
    expect(deep.ok).toBe(false);
  });

  it("can be cancelled", { timeout: LOADING_MS }, async () => {
    const abort = new AbortController();
    const task = {
      call: "estimate",
      file: "engine.py",
      source: estimate("while True: pass"),
      arguments: "[{}, {}, {}]",
    } as const;
    const running = python.run(task, { timeLimitS: 60, signal: abort.signal });
    abort.abort(new Error("no longer wanted"));
    await expect(running).rejects.toThrow("no longer wanted");
  });
});
