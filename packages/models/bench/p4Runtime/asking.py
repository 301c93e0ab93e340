"""What the requests of `ask.py` are made with, and how answers are written down."""

import os, sys, json, threading, queue, socket

os.environ["PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION"] = "python"
import grpc
from google.protobuf import text_format
from p4.v1 import p4runtime_pb2 as p, p4runtime_pb2_grpc as pg
from p4.config.v1 import p4info_pb2 as ci
from p4.v1 import p4data_pb2 as pd
from google.rpc import status_pb2

addr, info_file, config_file, iface, out_file = sys.argv[1:6]
D = 1
ch = grpc.insecure_channel(addr)
st = pg.P4RuntimeStub(ch)
info = ci.P4Info.FromString(open(info_file, "rb").read())
out = []
CODES = {v.value[0]: k for k, v in grpc.StatusCode.__members__.items()}


def say(name, what):
    # the same words for two requests: the second has a number
    count = sum(1 for n, _ in out if n == name or n.startswith(name + " #"))
    out.append((name if count == 0 else f"{name} #{count + 1}", what))


def ids(kind):
    return {e.preamble.name: e.preamble.id for e in getattr(info, kind)}


T, A = ids("tables"), ids("actions")


def err(e):
    r = CODES.get(e.code().value[0])
    det = ""
    for k, v in e.trailing_metadata() or []:
        if k == "grpc-status-details-bin":
            s = status_pb2.Status()
            s.ParseFromString(v)
            cs = []
            for d in s.details:
                x = p.Error()
                if d.Unpack(x):
                    cs.append(CODES.get(x.canonical_code, str(x.canonical_code)))
            det = " [" + ",".join(cs) + "]"
    return r + det


def call(name, f):
    try:
        v = f()
        say(name, "OK" if v is None or not isinstance(v, str) else v)
    except grpc.RpcError as e:
        say(name, err(e))


def read(name, *ents, show=True, dev=D):
    def f():
        es = []
        for r in st.Read(p.ReadRequest(device_id=dev, entities=ents), timeout=20):
            es += list(r.entities)
        txt = sorted(text_format.MessageToString(e, as_one_line=True) for e in es)
        return f"{len(es)}: " + " | ".join(txt)

    call(name, f)


class Stream:
    def __init__(s):
        s.q = queue.Queue()
        s.got = queue.Queue()
        s.end = None
        s.call = st.StreamChannel(iter(s.q.get, None))
        s.t = threading.Thread(target=s.run, daemon=True)
        s.t.start()

    def run(s):
        try:
            for m in s.call:
                s.got.put(m)
            s.end = "OK"
        except grpc.RpcError as e:
            s.end = err(e)
        s.got.put(None)

    def arb(s, id, dev=D, unset=False, role=None):
        m = p.StreamMessageRequest()
        m.arbitration.device_id = dev
        if not unset:
            m.arbitration.election_id.low = id
        if role:
            m.arbitration.role.name = role
        s.q.put(m)

    def next(s, t=3):
        try:
            m = s.got.get(timeout=t)
        except queue.Empty:
            return "silent"
        if m is None:
            return "ended " + str(s.end)
        return m

    def nexts(s, t=3):
        m = s.next(t)
        if isinstance(m, str):
            return m
        if m.HasField("arbitration"):
            return f"arb {CODES.get(m.arbitration.status.code)} id={m.arbitration.election_id.low if m.arbitration.HasField('election_id') else 'unset'}"
        return text_format.MessageToString(m, as_one_line=True)

    def close(s):
        s.q.put(None)


PRIM = 10


def wr(name, ups, low=None, dev=D, atom=0):
    low = PRIM if low is None else low
    r = p.WriteRequest(device_id=dev, atomicity=atom)
    if low is not False:
        r.election_id.low = low
    for t, e in ups:
        u = r.updates.add()
        u.type = t
        u.entity.CopyFrom(e)
    call(name, lambda: (st.Write(r, timeout=20), None)[1])


I, M, DL = 1, 2, 3


def te(
    table,
    match=[],
    act=None,
    params=[],
    prio=0,
    default=False,
    idle=0,
    meta=b"",
    member=None,
    group=None,
    oneshot=None,
    meter=None,
    counter=None,
    cm=0,
):
    e = p.Entity()
    t = e.table_entry
    t.table_id = T[table] if isinstance(table, str) else table
    t.priority = prio
    t.is_default_action = default
    t.idle_timeout_ns = idle
    t.metadata = meta
    for fid, kind, *v in match:
        f = t.match.add()
        f.field_id = fid
        if kind == "e":
            f.exact.value = v[0]
        if kind == "t":
            f.ternary.value = v[0]
            f.ternary.mask = v[1]
        if kind == "l":
            f.lpm.value = v[0]
            f.lpm.prefix_len = v[1]
        if kind == "r":
            f.range.low = v[0]
            f.range.high = v[1]
        if kind == "o":
            f.optional.value = v[0]
    if act:
        t.action.action.action_id = A[act] if isinstance(act, str) else act
        for i, v in enumerate(params):
            x = t.action.action.params.add()
            x.param_id = i + 1
            x.value = v
    if member is not None:
        t.action.action_profile_member_id = member
    if group is not None:
        t.action.action_profile_group_id = group
    if oneshot is not None:
        for a, ps, w in oneshot:
            o = t.action.action_profile_action_set.action_profile_actions.add()
            o.action.action_id = A[a]
            o.weight = w
            for i, v in enumerate(ps):
                x = o.action.params.add()
                x.param_id = i + 1
                x.value = v
    if meter:
        t.meter_config.cir, t.meter_config.cburst, t.meter_config.pir, t.meter_config.pburst = meter
    if counter:
        t.counter_data.byte_count, t.counter_data.packet_count = counter
    return e


def ask(table=None, **k):
    e = te(T[table] if table else 0, **k)
    return e
