"""Puts the same requests to a P4Runtime server, and writes the answers as JSON: what `bench p4Runtime` compares.

Arguments: ADDRESS P4INFO (binary) CONFIG INTERFACE (or -, then no frame is sent) OUT. The server is device 1, started
without a pipeline, with CPU port 255 and INTERFACE's other end at port 1. Needs the PyPI package p4runtime.
"""

import sys

sys.dont_write_bytecode = True
# in this order: what each asks stays for those behind it
from tables import *

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
