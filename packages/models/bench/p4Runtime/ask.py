"""Puts the same requests to a P4Runtime server, and writes the answers as JSON: what `bench p4Runtime` compares.

Arguments: ADDRESS P4INFO (binary) CONFIG INTERFACE (or -, then no frame is sent) OUT. The server is device 1, started
without a pipeline, with CPU port 255 and INTERFACE's other end at port 1. Needs the PyPI package p4runtime.
"""

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


# --- nothing there yet
call("capabilities", lambda: None if st.Capabilities(p.CapabilitiesRequest()) else None)
call(
    "get before push",
    lambda: str(st.GetForwardingPipelineConfig(p.GetForwardingPipelineConfigRequest(device_id=D)).HasField("config")),
)
read("read before push", ask())
wr("write before arbitration", [(I, te("I.dst"))], low=False)
# --- arbitration
a = Stream()
a.arb(5)
say("first id 5", a.nexts())
b = Stream()
b.arb(10)
say("second id 10", b.nexts())
say("first told", a.nexts())
c = Stream()
c.arb(10)
say("same id again", c.nexts())
d = Stream()
d.arb(3, dev=77)
say("unknown device", d.nexts())
u = Stream()
u.arb(0, unset=True)
say("unset id", u.nexts())
u2 = Stream()
u2.arb(0, unset=True)
say("unset id twice", u2.nexts())
n = Stream()
m = p.StreamMessageRequest()
m.packet.payload = b"x"
n.q.put(m)
say("packet before arbitration", n.nexts(2))


def cfg(action, low=PRIM, blob=None, inf=None, cookie=7, dev=D):
    r = p.SetForwardingPipelineConfigRequest(device_id=dev, action=action)
    r.election_id.low = low
    r.config.p4info.CopyFrom(inf or info)
    r.config.p4_device_config = blob if blob is not None else open(config_file, "rb").read()
    r.config.cookie.cookie = cookie
    st.SetForwardingPipelineConfig(r, timeout=60)


V = p.SetForwardingPipelineConfigRequest
call(
    "write without pipeline",
    lambda: (
        st.Write(
            p.WriteRequest(device_id=D, election_id=p.Uint128(low=10), updates=[p.Update(type=1, entity=te("I.dst"))])
        )
        and None
    ),
)
call("set by backup", lambda: cfg(V.VERIFY_AND_COMMIT, low=5))
call("set unknown device", lambda: cfg(V.VERIFY_AND_COMMIT, dev=77))
call("set garbage", lambda: cfg(V.VERIFY_AND_COMMIT, blob=b"garbage"))
call("verify", lambda: cfg(V.VERIFY))
call(
    "commit nothing saved",
    lambda: st.SetForwardingPipelineConfig(V(device_id=D, action=V.COMMIT, election_id=p.Uint128(low=10))) and None,
)
call("set", lambda: cfg(V.VERIFY_AND_COMMIT))
for k, v in (("all", 0), ("cookie", 1), ("p4info", 2), ("device", 3)):
    call(
        "get " + k,
        lambda: (
            lambda c: f"p4info={c.HasField('p4info')} blob={len(c.p4_device_config) > 0} cookie={c.cookie.cookie}"
        )(st.GetForwardingPipelineConfig(p.GetForwardingPipelineConfigRequest(device_id=D, response_type=v)).config),
    )
call(
    "get unknown device",
    lambda: st.GetForwardingPipelineConfig(p.GetForwardingPipelineConfigRequest(device_id=77)) and None,
)
# --- reads of the fresh pipeline
read("all entries", ask())
read("defaults of all", ask(default=True))
for t in T:
    read("default of " + t, ask(t, default=True))
    read("entries of " + t, ask(t))
read("unknown table", te(0x02999999))
read("entity without kind", p.Entity())


def ce(**k):
    e = p.Entity()
    x = e.counter_entry
    x.counter_id = k.get("id", 0)


def E(field, **k):
    e = p.Entity()
    o = getattr(e, field)
    o.SetInParent()
    for key, v in k.items():
        if isinstance(v, dict):
            s = getattr(o, key)
            s.SetInParent()
            for kk, vv in v.items():
                setattr(s, kk, vv)
        elif hasattr(v, "CopyFrom"):
            getattr(o, key).CopyFrom(v)
        else:
            setattr(o, key, v)
    return e


C, DC, ME, DM, R, AP, DG, VS = [
    ids(k)
    for k in (
        "counters",
        "direct_counters",
        "meters",
        "direct_meters",
        "registers",
        "action_profiles",
        "digests",
        "value_sets",
    )
]
cid = C["I.port_count"]
mid = ME["I.limit"]
rid = R["I.regs"]
read("counters all", E("counter_entry"))
read("counter", E("counter_entry", counter_id=cid))
read("counter cell", E("counter_entry", counter_id=cid, index={"index": 3}))
read("counter cell out", E("counter_entry", counter_id=cid, index={"index": 8}))
read("counter cell negative", E("counter_entry", counter_id=cid, index={"index": -1}))
read("counter unknown", E("counter_entry", counter_id=0x12999999))
read("meters all", E("meter_entry"))
read("meter", E("meter_entry", meter_id=mid))
read("meter cell", E("meter_entry", meter_id=mid, index={"index": 3}))
read("meter cell out", E("meter_entry", meter_id=mid, index={"index": 4}))
read("register", E("register_entry", register_id=rid))
read("register cell", E("register_entry", register_id=rid, index={"index": 1}))
read("value set", E("value_set_entry", value_set_id=VS["P.tags"]))
read("digests", E("digest_entry"))
read("members", E("action_profile_member"))
read("groups", E("action_profile_group"))


def mg(id=None, reps=[]):
    e = p.Entity()
    g = e.packet_replication_engine_entry.multicast_group_entry
    g.SetInParent()
    if id is not None:
        g.multicast_group_id = id
    for port, inst in reps:
        r = g.replicas.add()
        r.egress_port = port
        r.instance = inst
    return e


def cs(id=None, reps=[], cos=0, ln=0):
    e = p.Entity()
    g = e.packet_replication_engine_entry.clone_session_entry
    g.SetInParent()
    if id is not None:
        g.session_id = id
    g.class_of_service = cos
    g.packet_length_bytes = ln
    for port, inst in reps:
        r = g.replicas.add()
        r.egress_port = port
        r.instance = inst
    return e


read("multicast groups", mg())
read("clone sessions", cs())
read("replication untyped", E("packet_replication_engine_entry"))
read("direct counter all", E("direct_counter_entry"))
read("direct counter of table", E("direct_counter_entry", table_entry=ask("I.dst").table_entry))
read("direct meter of table", E("direct_meter_entry", table_entry=ask("I.dst").table_entry))
read("direct counter of const", E("direct_counter_entry", table_entry=ask("I.konst").table_entry))
read("const with counters", ask("I.konst", counter=(0, 0))) if False else None
# --- writes
mac = lambda n: bytes([n])
wr("insert", [(I, te("I.dst", [(1, "e", mac(1))], "I.fwd", [b"\x01"]))])
wr("insert again", [(I, te("I.dst", [(1, "e", mac(1))], "I.fwd", [b"\x02"]))])
wr("modify", [(M, te("I.dst", [(1, "e", mac(1))], "I.fwd", [b"\x02"]))])
wr("modify missing", [(M, te("I.dst", [(1, "e", mac(9))], "I.fwd", [b"\x02"]))])
wr("delete missing", [(DL, te("I.dst", [(1, "e", mac(9))]))])
wr("insert by backup", [(I, te("I.dst", [(1, "e", mac(2))], "I.fwd", [b"\x01"]))], low=5)
wr("insert without id", [(I, te("I.dst", [(1, "e", mac(2))], "I.fwd", [b"\x01"]))], low=False)
wr("insert unknown device", [(I, te("I.dst", [(1, "e", mac(2))], "I.fwd", [b"\x01"]))], dev=77)
wr("no action", [(I, te("I.dst", [(1, "e", mac(3))]))])
wr("modify no action", [(M, te("I.dst", [(1, "e", mac(1))]))])
wr("unknown table", [(I, te(0x02999999, [(1, "e", mac(3))], "I.fwd", [b"\x01"]))])
wr("unknown action", [(I, te("I.dst", [(1, "e", mac(3))], 0x01999999, [b"\x01"]))])
wr("action of other table", [(I, te("I.dst", [(1, "e", mac(3))], "I.mark", [b"\x01"]))])
wr("missing key", [(I, te("I.dst", [], "I.fwd", [b"\x01"]))])
wr("unknown key", [(I, te("I.dst", [(5, "e", mac(3))], "I.fwd", [b"\x01"]))])
wr("key twice", [(I, te("I.dst", [(1, "e", mac(3)), (1, "e", mac(3))], "I.fwd", [b"\x01"]))])
wr("wrong kind", [(I, te("I.dst", [(1, "t", mac(3), mac(255))], "I.fwd", [b"\x01"]))])
wr("missing param", [(I, te("I.dst", [(1, "e", mac(3))], "I.fwd", []))])
wr("param too much", [(I, te("I.dst", [(1, "e", mac(3))], "I.fwd", [b"\x01", b"\x02"]))])
wr("param too wide", [(I, te("I.dst", [(1, "e", mac(3))], "I.fwd", [b"\x02\x00"]))])
wr("param padded", [(I, te("I.dst", [(1, "e", b"\0\0\0\0\0\x04")], "I.fwd", [b"\0\0\x03"]))])
wr("param empty", [(I, te("I.dst", [(1, "e", mac(5))], "I.fwd", [b""]))])
wr("key too wide", [(I, te("I.dst", [(1, "e", b"\x01" + b"\0" * 6)], "I.fwd", [b"\x01"]))])
wr("key empty", [(I, te("I.dst", [(1, "e", b"")], "I.fwd", [b"\x01"]))])
wr("priority in exact", [(I, te("I.dst", [(1, "e", mac(6))], "I.fwd", [b"\x01"], prio=3))])
wr("defaultonly", [(I, te("I.dst", [(1, "e", mac(6))], "NoAction"))])
wr("tableonly", [(I, te("I.dst", [(1, "e", mac(6))], "I.punt"))])
wr("tableonly as default", [(M, te("I.dst", act="I.punt", default=True))])
wr("unspecified type", [(0, te("I.dst", [(1, "e", mac(7))], "I.fwd", [b"\x01"]))])
read("dst", ask("I.dst"))
read("dst by action", te("I.dst", act="I.fwd"))
read("dst one", te("I.dst", [(1, "e", mac(1))]))
read("dst one missing", te("I.dst", [(1, "e", mac(9))]))
k = te("I.dst", [(1, "e", mac(1))])
k.table_entry.counter_data.SetInParent()
read("dst one counted", k)
k = te("I.dst", [(1, "e", mac(1))])
k.table_entry.meter_config.SetInParent()
read("dst one metered", k)
k = te("I.dst", [(1, "e", mac(1))])
k.table_entry.time_since_last_hit.SetInParent()
call(
    "dst one aged",
    lambda: str(
        len(
            [
                e
                for r in st.Read(p.ReadRequest(device_id=D, entities=[k]))
                for e in r.entities
                if e.table_entry.HasField("time_since_last_hit")
            ]
        )
    ),
)
k = te(0)
k.table_entry.time_since_last_hit.SetInParent()
call("all aged", lambda: str(len([e for r in st.Read(p.ReadRequest(device_id=D, entities=[k])) for e in r.entities])))
k = te("I.lpm_")
k.table_entry.counter_data.SetInParent()
read("counted where none", k)
wr("full 3", [(I, te("I.dst", [(1, "e", mac(0x21))], "I.fwd", [b"\x01"]))])
wr("full 4", [(I, te("I.dst", [(1, "e", mac(0x22))], "I.fwd", [b"\x01"]))])
wr("full 5", [(I, te("I.dst", [(1, "e", mac(0x23))], "I.fwd", [b"\x01"]))])
for n in (0x21, 0x22, 4):
    wr("delete %d" % n, [(DL, te("I.dst", [(1, "e", mac(n))]))])
# ternary
tn = lambda mask=[], **k: te("I.tern", mask, "I.mark", [b"\x01"], **k)
wr("ternary", [(I, tn([(1, "t", b"\x10", b"\xf0")], prio=5))])
wr("ternary no priority", [(I, tn([(1, "t", b"\x20", b"\xf0")]))])
wr("ternary negative priority", [(I, tn([(1, "t", b"\x20", b"\xf0")], prio=-1))])
wr("ternary same key other priority", [(I, tn([(1, "t", b"\x10", b"\xf0")], prio=6))])
wr("ternary same", [(I, tn([(1, "t", b"\x10", b"\xf0")], prio=6))])
wr("ternary mask 0", [(I, tn([(1, "t", b"\0", b"\0")], prio=7))])
wr("ternary bits outside", [(I, tn([(1, "t", b"\xff", b"\xf0")], prio=7))])
wr("optional", [(I, tn([(2, "o", b"\x08\x00")], prio=8))])
wr("range", [(I, tn([(3, "r", b"\x01", b"\x05")], prio=9))])
wr("range backwards", [(I, tn([(3, "r", b"\x05", b"\x01")], prio=10))])
wr("range whole", [(I, tn([(3, "r", b"\x00", b"\x01\xff")], prio=11))])
wr("all dont care", [(I, tn([], prio=12))])
read("tern", ask("I.tern"))
read("tern by priority", te("I.tern", prio=12))
read("tern key without priority", te("I.tern", [(1, "t", b"\x10", b"\xf0")]))
wr("delete wrong priority", [(DL, te("I.tern", [(1, "t", b"\x10", b"\xf0")], prio=99))])
wr("delete tern", [(DL, te("I.tern", [(1, "t", b"\x10", b"\xf0")], prio=6))])
# lpm
lp = lambda v, n: te("I.lpm_", [(1, "l", v, n)], "I.mark", [b"\x01"])
wr("lpm", [(I, lp(b"\x0a\0\0\0\0\0", 8))])
wr("lpm 0", [(I, lp(b"\0", 0))])
wr("lpm left out", [(I, te("I.lpm_", [], "I.mark", [b"\x02"]))])
wr("lpm bits behind", [(I, lp(b"\x0a\0\0\0\0\x01", 8))])
wr("lpm too long", [(I, lp(b"\x0a\0\0\0\0\0", 49))])
read("lpm", ask("I.lpm_"))
# defaults
wr("default insert", [(I, te("I.dst", act="I.drop", default=True))])
wr("default modify", [(M, te("I.dst", act="I.drop", default=True))])
read("default dst", ask("I.dst", default=True))
wr("default reset", [(M, te("I.dst", default=True))])
read("default dst reset", ask("I.dst", default=True))
wr("default delete", [(DL, te("I.dst", default=True))])
wr("default const", [(M, te("I.konst", act="I.mark", params=[b"\x01"], default=True))])
wr("default with match", [(M, te("I.dst", [(1, "e", mac(1))], "I.drop", default=True))])
wr("default priority", [(M, te("I.tern", act="I.drop", prio=2, default=True))])
wr("default of profile table", [(M, te("I.prf", act="I.drop", default=True))])
wr("keyless insert", [(I, te("I.none", [], "I.mark", [b"\x01"]))])
wr("keyless default", [(M, te("I.none", [], "I.mark", [b"\x01"], default=True))])
read("keyless default", ask("I.none", default=True))
read("keyless", ask("I.none"))
# const
wr("const insert", [(I, te("I.konst", [(1, "e", b"\x99")], "I.mark", [b"\x01"]))])
wr("const delete", [(DL, te("I.konst", [(1, "e", b"\x08\x00")]))])
wr("const modify", [(M, te("I.konst", [(1, "e", b"\x08\x00")], "I.mark", [b"\x02"]))])
wr(
    "const counter",
    [
        (
            M,
            E(
                "direct_counter_entry",
                table_entry=te("I.konst", [(1, "e", b"\x08\x00")]).table_entry,
                data=p.CounterData(byte_count=5, packet_count=6),
            ),
        )
    ],
)
read("const counter", E("direct_counter_entry", table_entry=te("I.konst", [(1, "e", b"\x08\x00")]).table_entry))
# idle
wr("idle", [(I, te("I.dst", [(1, "e", mac(0x31))], "I.fwd", [b"\x01"], idle=500000000))])
wr("idle where none", [(I, te("I.lpm_", [(1, "l", b"\x0b\0\0\0\0\0", 8)], "I.mark", [b"\x01"], idle=5))])
wr("idle negative", [(I, te("I.dst", [(1, "e", mac(0x32))], "I.fwd", [b"\x01"], idle=-5))])
m = b.next(4)
say(
    "idle notice",
    m
    if isinstance(m, str)
    else m.WhichOneof("update")
    + " "
    + str(
        [
            text_format.MessageToString(e, as_one_line=True)
            for e in getattr(m, "idle_timeout_notification").table_entry
        ]
    ),
)
wr("delete idle", [(DL, te("I.dst", [(1, "e", mac(0x31))]))])
while not b.got.empty():
    b.got.get()
# meta, counter, meter in an entry
wr(
    "metadata",
    [
        (
            I,
            te(
                "I.dst",
                [(1, "e", mac(0x41))],
                "I.fwd",
                [b"\x01"],
                meta=b"abc",
                counter=(10, 20),
                meter=(1000000, 100, 2000000, 200),
            ),
        )
    ],
)
k = te("I.dst", [(1, "e", mac(0x41))])
k.table_entry.counter_data.SetInParent()
k.table_entry.meter_config.SetInParent()
read("metadata", k)
wr("modify keeps", [(M, te("I.dst", [(1, "e", mac(0x41))], "I.fwd", [b"\x02"]))])
read("modify keeps", k)
wr(
    "direct counter",
    [
        (
            M,
            E(
                "direct_counter_entry",
                table_entry=te("I.dst", [(1, "e", mac(0x41))]).table_entry,
                data=p.CounterData(byte_count=1, packet_count=2),
            ),
        )
    ],
)
read("direct counter", E("direct_counter_entry", table_entry=te("I.dst", [(1, "e", mac(0x41))]).table_entry))
wr(
    "direct counter missing entry",
    [
        (
            M,
            E(
                "direct_counter_entry",
                table_entry=te("I.dst", [(1, "e", mac(0x99))]).table_entry,
                data=p.CounterData(byte_count=1),
            ),
        )
    ],
)
wr(
    "direct counter insert",
    [
        (
            I,
            E(
                "direct_counter_entry",
                table_entry=te("I.dst", [(1, "e", mac(0x41))]).table_entry,
                data=p.CounterData(byte_count=1),
            ),
        )
    ],
)
read(
    "direct counter missing entry",
    E("direct_counter_entry", table_entry=te("I.dst", [(1, "e", mac(0x99))]).table_entry),
)
wr(
    "direct meter",
    [
        (
            M,
            E(
                "direct_meter_entry",
                table_entry=te("I.dst", [(1, "e", mac(0x41))]).table_entry,
                config=p.MeterConfig(cir=5000000, cburst=5, pir=6000000, pburst=6),
            ),
        )
    ],
)
read("direct meter", E("direct_meter_entry", table_entry=te("I.dst", [(1, "e", mac(0x41))]).table_entry))
wr("direct meter unset", [(M, E("direct_meter_entry", table_entry=te("I.dst", [(1, "e", mac(0x41))]).table_entry))])
read("direct meter unset", E("direct_meter_entry", table_entry=te("I.dst", [(1, "e", mac(0x41))]).table_entry))
wr(
    "direct counter where none",
    [
        (
            M,
            E(
                "direct_counter_entry",
                table_entry=te("I.lpm_", [(1, "l", b"\x0a\0\0\0\0\0", 8)]).table_entry,
                data=p.CounterData(byte_count=1),
            ),
        )
    ],
)
# arrays
wr(
    "counter",
    [(M, E("counter_entry", counter_id=cid, index={"index": 2}, data=p.CounterData(byte_count=3, packet_count=4)))],
)
wr(
    "counter insert",
    [(I, E("counter_entry", counter_id=cid, index={"index": 2}, data=p.CounterData(packet_count=4)))],
)
wr("counter out", [(M, E("counter_entry", counter_id=cid, index={"index": 9}, data=p.CounterData(packet_count=4)))])
wr(
    "counter negative",
    [(M, E("counter_entry", counter_id=cid, index={"index": -1}, data=p.CounterData(packet_count=4)))],
)
read("counter after", E("counter_entry", counter_id=cid))
wr("counter all", [(M, E("counter_entry", counter_id=cid, data=p.CounterData(packet_count=1)))])
read("counter after all", E("counter_entry", counter_id=cid))
wr(
    "meter",
    [
        (
            M,
            E(
                "meter_entry",
                meter_id=mid,
                index={"index": 1},
                config=p.MeterConfig(cir=1000000, cburst=3, pir=2000000, pburst=4),
            ),
        )
    ],
)
read("meter after", E("meter_entry", meter_id=mid, index={"index": 1}))
wr("meter unset", [(M, E("meter_entry", meter_id=mid, index={"index": 1}))])
read("meter after unset", E("meter_entry", meter_id=mid, index={"index": 1}))
wr(
    "meter all",
    [(M, E("meter_entry", meter_id=mid, config=p.MeterConfig(cir=1000000, cburst=3, pir=2000000, pburst=4)))],
)
wr("meter insert", [(I, E("meter_entry", meter_id=mid, index={"index": 1}))])
wr(
    "meter cir over pir",
    [
        (
            M,
            E(
                "meter_entry",
                meter_id=mid,
                index={"index": 1},
                config=p.MeterConfig(cir=3000000, cburst=3, pir=2000000, pburst=4),
            ),
        )
    ],
)
wr(
    "meter negative",
    [
        (
            M,
            E(
                "meter_entry",
                meter_id=mid,
                index={"index": 1},
                config=p.MeterConfig(cir=-3, cburst=3, pir=2000000, pburst=4),
            ),
        )
    ],
)
wr("register", [(M, E("register_entry", register_id=rid, index={"index": 1}, data=pd.P4Data(bitstring=b"\x07")))])
wr("value set", [(M, E("value_set_entry", value_set_id=VS["P.tags"]))])
# profiles
prof, sel = AP["I.prof"], AP["I.sel"]


def mem(pid, mid, act="I.to", port=1):
    e = p.Entity()
    x = e.action_profile_member
    x.action_profile_id = pid
    x.member_id = mid
    if act:
        x.action.action_id = A[act]
        q = x.action.params.add() if act == "I.to" else None
    if act == "I.to":
        q.param_id = 1
        q.value = bytes([port])
    return e


def grp(pid, gid, ms=[], mx=0):
    e = p.Entity()
    x = e.action_profile_group
    x.action_profile_id = pid
    x.group_id = gid
    x.max_size = mx
    for m, w in ms:
        q = x.members.add()
        q.member_id = m
        q.weight = w
    return e


wr("member", [(I, mem(sel, 1))])
wr("member again", [(I, mem(sel, 1))])
wr("member 0", [(I, mem(sel, 0))])
wr("member unknown profile", [(I, mem(0x11999999, 1))])
wr("member action of other", [(I, mem(sel, 9, "I.mark"))])
wr("member no action", [(I, mem(sel, 8, None))])
wr("member 2", [(I, mem(sel, 2, port=2))])
wr("member modify", [(M, mem(sel, 2, port=3))])
wr("member modify missing", [(M, mem(sel, 77))])
wr("member delete missing", [(DL, mem(sel, 77))])
read("members after", E("action_profile_member", action_profile_id=sel))
read("member one", E("action_profile_member", action_profile_id=sel, member_id=2))
read("member one missing", E("action_profile_member", action_profile_id=sel, member_id=55))
wr("group", [(I, grp(sel, 1, [(1, 1), (2, 2)], 4))])
wr("group again", [(I, grp(sel, 1))])
wr("group missing member", [(I, grp(sel, 2, [(99, 1)]))])
wr("group weight 0", [(I, grp(sel, 3, [(1, 0)]))])
wr("group too large", [(I, grp(sel, 4, [(1, 3), (2, 2)], 4))])
wr("group no max", [(I, grp(sel, 5, [(1, 1)]))])
wr("group in profile", [(I, grp(prof, 1))])
wr("group modify", [(M, grp(sel, 1, [(2, 1)], 4))])
wr("group modify max", [(M, grp(sel, 1, [(2, 1)], 3))])
wr("group modify missing", [(M, grp(sel, 66, [(2, 1)]))])
read("groups after", E("action_profile_group", action_profile_id=sel))
wr("member in use", [(DL, mem(sel, 2))])
wr("entry by group", [(I, te("I.ecmp", [(1, "e", b"\x08\x00")], group=1))])
wr("entry by member", [(I, te("I.ecmp", [(1, "e", b"\x08\x06")], member=1))])
wr("entry by missing member", [(I, te("I.ecmp", [(1, "e", b"\x08\x07")], member=99))])
wr("entry by missing group", [(I, te("I.ecmp", [(1, "e", b"\x08\x07")], group=99))])
wr("entry by action", [(I, te("I.ecmp", [(1, "e", b"\x08\x07")], "I.to", [b"\x01"]))])
wr("entry by set", [(I, te("I.ecmp", [(1, "e", b"\x08\x08")], oneshot=[("I.to", [b"\x01"], 1)]))])
wr("member in plain table", [(I, te("I.dst", [(1, "e", mac(0x51))], member=1))])
read("ecmp", ask("I.ecmp"))
wr("group in use", [(DL, grp(sel, 1))])
wr("group delete", [(DL, grp(sel, 5))])
wr("group delete missing", [(DL, grp(sel, 66))])
wr("prof member", [(I, mem(prof, 1))])
wr("prof entry", [(I, te("I.prf", [(1, "e", b"\x08\x00")], member=1))])
wr("prof group entry", [(I, te("I.prf", [(1, "e", b"\x08\x01")], group=1))])
read("prf", ask("I.prf"))
read("all members", E("action_profile_member"))
read("all groups", E("action_profile_group"))
# replication
wr("mc", [(I, mg(1, [(1, 1), (2, 1)]))])
wr("mc again", [(I, mg(1))])
wr("mc 0", [(I, mg(0, [(1, 1)]))])
wr("mc same replica", [(I, mg(2, [(1, 1), (1, 1)]))])
wr("mc modify", [(M, mg(1, [(1, 1), (1, 2)]))])
wr("mc modify missing", [(M, mg(9))])
wr("mc delete missing", [(DL, mg(9))])
wr("mc empty", [(I, mg(3))])
read("mc after", mg())
read("mc one", mg(1))
read("mc one missing", mg(44))
wr("clone", [(I, cs(1, [(2, 1)]))])
wr("clone again", [(I, cs(1, [(2, 1)]))])
wr("clone 0", [(I, cs(0, [(2, 1)]))])
wr("clone cut", [(I, cs(2, [(2, 1)], ln=64))])
wr("clone class", [(I, cs(3, [(2, 1)], cos=1))])
wr("clone modify", [(M, cs(1, [(1, 1), (2, 1)]))])
wr("clone modify missing", [(M, cs(9, [(2, 1)]))])
wr("clone delete missing", [(DL, cs(9))])
read("clone after", cs())
read("clone one", cs(1))
read("clone one missing", cs(44))


# digest
def dg(**k):
    return E("digest_entry", digest_id=list(DG.values())[0], **({"config": p.DigestEntry.Config(**k)} if k else {}))


wr("digest modify missing", [(M, dg(max_timeout_ns=1))])
wr("digest", [(I, dg(max_timeout_ns=0, max_list_size=1, ack_timeout_ns=10**9))])
wr("digest again", [(I, dg(max_list_size=1))])
read("digest", E("digest_entry"))
read("digest one", dg())
# batch
wr(
    "batch",
    [
        (I, te("I.dst", [(1, "e", mac(0x61))], "I.fwd", [b"\x01"])),
        (I, te("I.dst", [(1, "e", mac(0x61))], "I.fwd", [b"\x01"])),
        (DL, te("I.dst", [(1, "e", mac(0x41))])),
    ],
)
wr("rollback", [(I, te("I.dst", [(1, "e", mac(0x62))], "I.fwd", [b"\x01"]))], atom=1)
wr("atomic", [(I, te("I.dst", [(1, "e", mac(0x62))], "I.fwd", [b"\x01"]))], atom=2)
wr("empty batch", [])
wr("update without entity", [(I, p.Entity())])
read("dst after", ask("I.dst"))
read("two kinds", ask("I.lpm_"), E("counter_entry", counter_id=cid, index={"index": 0}))
read("one bad of two", ask("I.lpm_"), te(0x02999999))
read("bad first", te(0x02999999), ask("I.lpm_"))
read("no entities")
read("read unknown device", ask(), dev=77)
read("all after", ask())


# packets
def po(payload, port=255, ids=(1, 2), vals=None, s=b):
    m = p.StreamMessageRequest()
    m.packet.payload = payload
    for i, v in zip(ids, vals or (bytes([port]), b"\0")):
        x = m.packet.metadata.add()
        x.metadata_id = i
        x.value = v
    s.q.put(m)


eth = bytes.fromhex("0000000000aa0000000000bb9999") + b"hello" + b"\0" * 41
po(eth)
say("packet out and in", b.nexts(4))
po(eth, ids=(1,))
say("packet out without a field", b.nexts(2))
po(eth, vals=(b"\x03\xff", b"\0"))
say("packet out too wide", b.nexts(2))
po(eth, ids=(1, 9))
say("packet out unknown field", b.nexts(2))
po(eth, s=a)
say("packet out of backup", a.nexts(2))
say("in of primary", b.nexts(1))
# a frame
if iface != "-":
    s = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
    s.bind((iface, 0))
    while not b.got.empty():
        b.got.get()
    s.send(bytes.fromhex("0000000000010000000000cc0806") + b"\0" * 46)
    seen = []
    for _ in range(3):
        m = b.next(3)
        if isinstance(m, str):
            seen.append(m)
            break
        if m.HasField("digest"):
            seen.append("digest " + " ".join(text_format.MessageToString(x, as_one_line=True) for x in m.digest.data))
            ack = p.StreamMessageRequest()
            ack.digest_ack.digest_id = m.digest.digest_id
            ack.digest_ack.list_id = m.digest.list_id
            b.q.put(ack)
        else:
            seen.append(text_format.MessageToString(m, as_one_line=True))
    say("frame: digest and packet in", str(sorted(seen)))
    read("counter after frame", E("counter_entry", counter_id=cid, index={"index": 1}))
    read(
        "const counter after frame",
        E("direct_counter_entry", table_entry=te("I.konst", [(1, "e", b"\x08\x06")]).table_entry),
    )
wr("digest delete", [(DL, dg())])
wr("digest delete again", [(DL, dg())])
# the primary leaves
b.close()
say("backup told when the primary leaves", a.nexts(3))
wr("write by next", [(I, te("I.dst", [(1, "e", mac(0x71))], "I.fwd", [b"\x01"]))], low=5)
wr("write by who left", [(I, te("I.dst", [(1, "e", mac(0x72))], "I.fwd", [b"\x01"]))], low=10)
b2 = Stream()
b2.arb(12)
say("new primary", b2.nexts())
r0 = Stream()
r0.arb(1, role="other")
say("role", r0.nexts())
PRIM = 12
call("reconcile", lambda: cfg(V.RECONCILE_AND_COMMIT, low=12))
read("after reconcile", ask())
call("save", lambda: cfg(V.VERIFY_AND_SAVE, low=12))
call(
    "commit",
    lambda: st.SetForwardingPipelineConfig(V(device_id=D, action=V.COMMIT, election_id=p.Uint128(low=12))) and None,
)
read("after commit", ask())
read("groups after commit", E("action_profile_group"))
read("mc after commit", mg())
json.dump(out, open(out_file, "w"))
os._exit(0)
