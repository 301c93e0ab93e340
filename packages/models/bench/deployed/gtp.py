"""GTP-U traffic for bench deployed, by scapy (contrib.gtp); no byte of it is made by this project.

`gtp.py make SEED` writes a JSON list of packets (`kind`, `from`, `hex`). `gtp.py read` reads [{kind, from, hex, received}] and says what
scapy finds wrong in frames that hosts received: the tunnel's fields, lengths, checksums, and what is inside it.
"""
import json
import random
import sys

from scapy.all import ARP, ICMP, IP, TCP, UDP, Ether, Raw, raw
from scapy.contrib.gtp import GTP_U_Header, GTPEchoRequest, GTPPDUSessionContainer

GNB, GNB2, DN = "00:05:00:00:00:01", "00:05:00:00:00:03", "00:05:00:00:00:02"
STEERING = "00:05:00:00:01:00"
# what the deployment gives: tunnels of the uplink, and of each user downlink (station, tunnel, address)
TUNNELS = {"10.60.0.7": 0x101, "10.60.0.9": 0x103}
DOWN = {
    "10.60.0.7": {"gnb": (0x201, "10.1.0.2")},
    "10.60.0.8": {"gnb": (0x202, "10.1.0.2"), "gnb2": (0x302, "10.1.0.3")},
    "10.60.0.11": {"gnb": (0x201, "10.1.0.2")},
}


def inner(rng, src, dst, **given):
    payload = Raw(rng.randbytes(rng.choice([0, 5, 64, 500, 1300])))
    port = rng.choice([53, 80, 443, 5060])
    ports = {"sport": rng.randrange(1024, 65536), "dport": port}
    if rng.random() < 0.5:
        ports = {"sport": port, "dport": ports["sport"]}
    upper = rng.choice([UDP(**ports), TCP(**ports), ICMP()])
    return IP(src=src, dst=dst, ttl=rng.choice([2, 64, 255]), id=rng.randrange(65536), tos=rng.randrange(256), **given) / upper / payload


def uplink(rng, user, sequence, teid=None, **gtp):
    dst = rng.choice(["10.2.0.2", "10.2.0.77"])
    header = {"teid": TUNNELS[user] if teid is None else teid, "gtp_type": 255}
    packet = Ether(src=GNB, dst=STEERING) / IP(src="10.1.0.2", dst="10.1.0.1", id=rng.randrange(65536)) / UDP(sport=2152, dport=2152)
    if sequence is None:
        return packet / GTP_U_Header(**header, E=0, S=0, PN=0, **gtp) / inner(rng, user, dst)
    if rng.random() < 0.5:
        return packet / GTP_U_Header(**header, S=1, seq=sequence, **gtp) / inner(rng, user, dst)
    container = GTPPDUSessionContainer(type=1, QFI=rng.randrange(64))
    return packet / GTP_U_Header(**header, E=1, S=1, seq=sequence, next_ex=0x85, **gtp) / container / inner(rng, user, dst)


def downlink(rng, user, **given):
    return Ether(src=DN, dst=STEERING) / inner(rng, rng.choice(["10.2.0.2", "198.51.100.9"]), user, **given)


def make(seed):
    rng = random.Random(seed)
    sequence = {"10.60.0.7": 0, "10.60.0.9": 0}
    out = []

    def add(kind, sender, packet):
        out.append({"kind": kind, "from": sender, "hex": raw(packet).hex()})

    # more than the rate of a session lets through, one behind the other
    for _ in range(15):
        add("downlink above its rate", "dn", Ether(src=DN, dst=STEERING) / IP(src="10.2.0.2", dst="10.60.0.11", tos=1) / UDP(sport=80, dport=80) / Raw(b"x" * 100))
    for _ in range(160):
        kind = rng.choices(
            ["uplink", "no sequence", "duplicate", "late", "downlink", "handover", "strange", "other user"],
            [30, 5, 8, 5, 30, 12, 12, 8],
        )[0]
        user = rng.choice(list(TUNNELS))
        if kind == "uplink":
            sequence[user] = (sequence[user] + rng.choice([1, 1, 1, 7, 3000])) & 0xFFFF
            add(f"uplink of {user}", "gnb", uplink(rng, user, sequence[user]))
        elif kind == "no sequence":
            add("uplink without a sequence number", "gnb", uplink(rng, user, None))
        elif kind == "duplicate":
            add("uplink, sequence number again", "gnb", uplink(rng, user, sequence[user]))
        elif kind == "late":
            add("uplink, sequence number of before", "gnb", uplink(rng, user, (sequence[user] - rng.randrange(1, 500)) & 0xFFFF))
        elif kind == "downlink":
            add("downlink", "dn", downlink(rng, "10.60.0.7"))
        elif kind == "handover":
            add("downlink in handover", "dn", downlink(rng, "10.60.0.8"))
        elif kind == "other user":
            add("downlink to nobody", "dn", downlink(rng, "10.60.9.9"))
            add("uplink by another tunnel", "gnb", uplink(rng, user, 1, teid=0x9999))
        else:
            strange = rng.randrange(6)
            add(
                f"strange {strange}",
                "gnb" if strange < 4 else "dn",
                [
                    Ether(src=GNB, dst=STEERING) / IP(src="10.1.0.2", dst="10.1.0.1") / UDP(sport=2152, dport=2152) / GTP_U_Header(gtp_type=1, S=1, seq=9) / GTPEchoRequest(),
                    Ether(src=GNB, dst=STEERING) / IP(src="10.1.0.2", dst="10.1.0.1", chksum=1) / UDP(sport=2152, dport=2152) / GTP_U_Header(teid=0x101, S=0) / inner(rng, "10.60.0.7", "10.2.0.2"),
                    Ether(src=GNB, dst=STEERING) / ARP(psrc="10.1.0.2", pdst="10.1.0.1"),
                    Ether(raw(uplink(rng, user, (sequence[user] + 1) & 0xFFFF))[: rng.randrange(40, 80)]),
                    downlink(rng, "10.60.0.7", chksum=7),
                    Ether(src=DN, dst="00:05:00:00:99:99") / inner(rng, "10.2.0.2", "10.60.0.7"),
                ][strange],
            )
    return out


def read(packets):
    """What is wrong by scapy's reading; a frame is what its sender sent, in the tunnel that its user has."""
    wrong, seen = [], 0
    for index, packet in enumerate(packets):
        sent = Ether(bytes.fromhex(packet["hex"]))
        for host, text in packet["received"]:
            seen += 1
            frame = Ether(bytes.fromhex(text))

            def check(holds, what):
                if not holds:
                    wrong.append(f"packet {index} ({packet['kind']}) at {host}: {what}")

            whole = frame[IP].copy()
            del whole.chksum
            check(raw(whole)[:20] == raw(frame[IP])[:20], "checksum of IPv4")
            if packet["from"] == "gnb":
                user = sent[GTP_U_Header].payload.getlayer(IP)
                check(GTP_U_Header not in frame, "still in its tunnel")
                got = frame[IP]
                check(raw(got.payload) == raw(user.payload), "not the payload of the user")
                # a clone from ingress to egress is the packet as it came
                check(got.ttl == user.ttl - (host != "agency"), "TTL")
                if host == "agency":
                    check(got.dst == "10.3.0.2" and user.src == "10.60.0.9", "intercepted wrongly")
                else:
                    check(host == "dn" and got.dst == user.dst and got.src == user.src, "addresses")
                continue
            user = sent[IP]
            check(GTP_U_Header in frame, "not in a tunnel")
            if GTP_U_Header not in frame:
                continue
            teid, station = DOWN[user.dst].get(host, (None, None))
            gtp = frame[GTP_U_Header]
            check(gtp.teid == teid and frame[IP].dst == station, f"tunnel {gtp.teid:#x} to {frame[IP].dst}")
            check(frame.dst == {"gnb": GNB, "gnb2": GNB2}.get(host), "MAC of the station")
            check(gtp.length == len(gtp.payload) + 4 and frame[UDP].len == len(raw(frame[UDP])), "lengths of GTP-U and UDP")
            check(frame[IP].len == len(raw(frame[IP])), "length of IPv4")
            check(GTPPDUSessionContainer in frame and frame[GTPPDUSessionContainer].type == 0, "no downlink container")
            check(raw(frame)[-len(raw(user)):] == raw(user), "not the packet of the data network")
    return {"frames": seen, "wrong": wrong}


if sys.argv[1] == "make":
    print(json.dumps(make(int(sys.argv[2]))))
else:
    print(json.dumps(read(json.load(sys.stdin))))
