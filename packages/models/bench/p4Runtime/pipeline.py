"""Requests before a pipeline and for one: arbitration, the pipeline itself, reads of what it begins with."""

from asking import *

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
