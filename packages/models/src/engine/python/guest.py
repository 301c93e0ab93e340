"""Runs an operator's engine file inside the sandbox. Loaded once by sandbox.ts; nothing of the host is left when the file runs.

`lock()` closes the interpreter: JavaScript bridges are emptied, an audit hook refuses what reaches outside. `run(...)` takes and
gives strings only, so that no object of the host ever crosses.
"""

import json
import math
import random
import sys
import types

MAX_ANSWER_CHARS = 8_000_000
MAX_PRINTED_CHARS = 64_000
MAX_TEXT_CHARS = 4_000
MAX_DEPTH = 60
MAX_FRAMES = 30
MAX_CAUSES = 4
GUEST = (lambda: 0).__code__.co_filename

# all that JavaScript lent to this interpreter
BRIDGES = frozenset("js pyodide_js pyodide _pyodide _pyodide_core".split())
# what reaches outside, what only makes sense with an operating system below, and what reads or writes memory behind Python's back
ABSENT = BRIDGES | frozenset(
    """asyncio _asyncio concurrent ctypes _ctypes dbm faulthandler fcntl ftplib gc http imaplib _interpreters marshal micropip mmap
    multiprocessing _multiprocessing poplib _posixsubprocess pty _remote_debugging select selectors shelve shutil signal _signal
    smtplib socket _socket socketserver sqlite3 _sqlite3 ssl _ssl subprocess tempfile termios _testbuffer _testcapi _testclinic
    _testclinic_limited _testinternalcapi _testlimitedcapi _thread _threading_local threading tty urllib webbrowser xxsubtype
    _xxtestfuzz""".split()
)
# families of audit events (docs.python.org, Audit events table)
REFUSED = frozenset(
    """code ctypes fcntl ftplib gc glob http imaplib marshal mmap msvcrt os pathlib poplib pty resource shutil signal smtplib socket
    sqlite3 subprocess syslog tempfile urllib webbrowser winreg _posixsubprocess _thread faulthandler""".split()
)
REFUSED_EVENTS = frozenset("cpython.run_file sys.addaudithook sys.remote_exec sys.setprofile sys.settrace".split())


def refuse(event, args, absent=ABSENT, families=REFUSED, events=REFUSED_EVENTS):
    # defaults instead of names: a traceback leads to this frame, and names could be bound anew from there
    if event == "import":
        if args[0].partition(".")[0] in absent:
            raise ImportError(f"{args[0]} is not there: an engine sees its arguments and pure modules of Python's standard library")
    elif event == "open":
        if args[0] != "/lib/python314.zip" or args[1] != "r":
            raise PermissionError("an engine opens no files: all it needs is in its arguments")
    elif event in events or event.partition(".")[0] in families:
        raise PermissionError(f"an engine may not do this ({event}): it has no files, no network and no processes")


# before the door is closed, and only once where the memory is kept: it takes as long as all the rest of a restored start
for name in sys.builtin_module_names:
    if name not in ABSENT:
        __import__(name)


def lock():
    """Closes the interpreter; whatever JavaScript asks of it afterwards goes through `run`."""
    global refuse
    import _imp

    # one that begins with the memory of another would draw what that one draws
    random.seed()
    # the only way to a compiled module that raises no audit event
    del _imp.create_builtin, _imp.create_dynamic
    for name in list(sys.modules):
        if name.partition(".")[0] in ABSENT:
            module = sys.modules.pop(name)
            # js and pyodide_js are no modules but objects of the host
            if name.partition(".")[0] in BRIDGES and isinstance(module, types.ModuleType):
                module.__dict__.clear()
    sys.meta_path[:] = [finder for finder in sys.meta_path if isinstance(finder, type) and finder.__module__.startswith("_frozen")]
    sys.path[:] = [entry for entry in sys.path if entry.endswith(".zip")]
    del sys.modules["__main__"]
    sys.addaudithook(refuse)
    del refuse


class Printed:
    """Standard output of the engine: kept up to a bound, the rest is counted."""

    encoding = "utf-8"

    def __init__(self):
        self.parts, self.size, self.left_out = [], 0, 0

    def write(self, text):
        text = str.__str__(text) if type(text) is not str else text
        room = MAX_PRINTED_CHARS - self.size
        if len(text) > room:
            self.left_out += len(text) - room
            text = text[:room]
        if text:
            self.parts.append(text)
            self.size += len(text)
        return len(text)

    def flush(self):
        pass

    def isatty(self):
        return False

    def text(self):
        more = f"\n… {self.left_out} more characters were printed" if self.left_out else ""
        return "".join(self.parts) + more


class Wrong(Exception):
    """What the engine returned is not JSON; the message names the place."""


def to_json(value):
    """JSON text of plain values; says where something else stands."""
    out, size = [], 0
    running = set()

    def put(text):
        nonlocal size
        size += len(text)
        if size > MAX_ANSWER_CHARS:
            raise Wrong(f"the answer is larger than {MAX_ANSWER_CHARS} characters")
        out.append(text)

    def walk(item, at, depth):
        kind = type(item)
        if item is None or item is True or item is False:
            put("null" if item is None else "true" if item else "false")
        elif kind is str:
            put(json.dumps(item))
        elif kind is int:
            if not -(2**53) <= item <= 2**53:
                raise Wrong(f"{at} is a whole number beyond 2**53, which JSON cannot carry exactly")
            put(repr(item))
        elif kind is float:
            if not math.isfinite(item):
                raise Wrong(f"{at} is {item!r}: return None where there is no answer, never nan or inf")
            put(repr(item))
        elif kind is dict or kind is list or kind is tuple:
            if depth > MAX_DEPTH:
                raise Wrong(f"{at} is nested more than {MAX_DEPTH} deep")
            if id(item) in running:
                raise Wrong(f"{at} contains itself")
            running.add(id(item))
            if kind is dict:
                put("{")
                for index, (key, inner) in enumerate(item.items()):
                    if type(key) is not str:
                        raise Wrong(f"a key of {at} is of type {type(key).__name__}: keys are strings")
                    put(("," if index else "") + json.dumps(key) + ":")
                    walk(inner, f"{at}[{key[:60]!r}]", depth + 1)
                put("}")
            else:
                put("[")
                for index, inner in enumerate(item):
                    if index:
                        put(",")
                    walk(inner, f"{at}[{index}]", depth + 1)
                put("]")
            running.discard(id(item))
        else:
            raise Wrong(f"{at} is of type {kind.__name__}: return dict, list, str, int, float, bool or None")

    walk(value, "the answer", 0)
    return "".join(out)


def clip(text):
    return text if len(text) <= MAX_TEXT_CHARS else text[:MAX_TEXT_CHARS] + "…"


def words(error):
    """`Name: message` of an exception whose own code may be broken."""
    name = type.__getattribute__(type(error), "__name__")
    try:
        message = str(error)
        message = str.__str__(message) if type(message) is str else ""
    except BaseException:
        message = "(its message cannot be made: __str__ fails)"
    return clip(f"{name}: {message}" if message else name)


def frames_of(error, file, lines):
    """Frames from the operator's file downwards, as text, and the last place inside that file."""
    found, place, inside, step = [], None, False, error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        own = code.co_filename == file
        inside = inside or own
        if inside and code.co_filename != GUEST:
            found.append((code.co_filename, step.tb_lineno, code.co_qualname, own))
        if own:
            spots = list(code.co_positions())
            spot = spots[step.tb_lasti // 2] if 0 <= step.tb_lasti // 2 < len(spots) else (step.tb_lineno, None, None, None)
            place = (step.tb_lineno, *(spot[2:] if spot[0] == spot[1] == step.tb_lineno else (None, None)))
        step = step.tb_next
    if len(found) > MAX_FRAMES:
        half = MAX_FRAMES // 2
        found = [*found[:half], (None, len(found) - 2 * half, None, False), *found[-half:]]
    text = []
    for name, line, inner, own in found:
        if name is None:
            text.append(f"  … {line} more frames")
            continue
        text.append(f'  File "{name}", line {line}, in {inner}')
        if own and line is not None and 1 <= line <= len(lines):
            text.append(f"    {clip(lines[line - 1].strip())}")
    return text, place


def explain(error, file, source):
    """The traceback as the operator reads it; line and column are those of the operator's file."""
    lines = source.split("\n")
    text, place = [], None
    chain, seen = [], set()
    step = error
    while step is not None and id(step) not in seen and len(chain) < MAX_CAUSES:
        seen.add(id(step))
        chain.append(step)
        step = step.__cause__ or (None if step.__suppress_context__ else step.__context__)
    for index, one in enumerate(reversed(chain)):
        if index:
            text.append("\nDuring handling of the above exception, another exception occurred:\n")
        text.append("Traceback (most recent call last):")
        framed, spot = frames_of(one, file, lines)
        text.extend(framed)
        if isinstance(one, SyntaxError) and one.filename == file and type(one.lineno) is int:
            spot = (one.lineno, (one.offset or 1) - 1, (one.end_offset or 0) - 1 if one.end_lineno == one.lineno else None)
            shown = lines[one.lineno - 1].rstrip() if 1 <= one.lineno <= len(lines) else ""
            text.append(f'  File "{file}", line {one.lineno}\n    {clip(shown.strip())}')
        text.append(words(one))
        place = spot
    line, start, end = place if place is not None else (None, None, None)
    return {
        "message": words(error),
        "traceback": "\n".join(text),
        "line": line,
        "column": start + 1 if type(start) is int and start >= 0 else None,
        "endColumn": end + 1 if type(end) is int and type(start) is int and end > start else None,
    }


def refusal(kind, message):
    return {"kind": kind, "message": message, "traceback": None, "line": None, "column": None, "endColumn": None}


def run(call, file, source, arguments):
    """Runs the file and calls `call` of it with the arguments (JSON text of a list). Gives JSON text, and never raises."""
    printed = Printed()
    stdout, stderr = sys.stdout, sys.stderr
    failure, answer, functions = None, "null", []
    try:
        sys.stdout = sys.stderr = printed
        module = types.ModuleType("engine")
        module.__file__ = file
        sys.modules["engine"] = module
        try:
            exec(compile(source, file, "exec", dont_inherit=True), module.__dict__)
            scope = module.__dict__
            functions = [name for name in ("estimate", "place") if callable(scope.get(name))]
            if call == "check":
                if not functions:
                    failure = refusal("missing", "the file defines neither estimate(program, device, options) nor place(problem, options)")
            elif call not in functions:
                other = f"; it defines {functions[0]}" if functions else ""
                failure = refusal("missing", f"the file defines no function {call}{other}")
            else:
                answer = to_json(scope[call](*json.loads(arguments)))
        except Wrong as wrong:
            failure = refusal("answer", clip(str(wrong)))
        except MemoryError:
            failure = refusal("memory", "the engine needs more memory than it may have")
        except SystemExit:
            failure = refusal("exit", "the engine ended itself (sys.exit) instead of returning an answer")
        except BaseException as error:
            failure = {"kind": "exception", **explain(error, file, source)}
    except BaseException:
        # even what explains a failure can be broken by the engine, which shares this interpreter
        failure = refusal("exception", "the engine failed, and in a way that cannot be shown")
    finally:
        sys.stdout, sys.stderr = stdout, stderr
    outcome = {"failure": failure} if failure else {"functions": functions}
    head = json.dumps({**outcome, "printed": printed.text()})
    return head if failure else f'{head[:-1]},"answer":{answer}}}'
