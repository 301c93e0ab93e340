"""Packets for scripts/bmv2-check.mjs: sends to a switch, plays the VNF, and writes what reaches the collector as a pcap.

Reads one JSON document from standard input: interface names, frames as hex, how many packets with which pause, how long the VNF holds
them, and commands for the switch half way through. Writes one JSON document. Python's own library only; needs root.
"""
import json
import select
import socket
import struct
import subprocess
import sys
import time

MAX_FRAME = 2048


def opened(interface):
    """A socket that sees the frames of an interface."""
    made = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
    made.bind((interface, 0))
    return made


def arrived(link):
    """The next frame from outside, or nothing: a packet socket also sees what it sent itself."""
    frame, address = link.recvfrom(MAX_FRAME)
    return None if address[2] == socket.PACKET_OUTGOING else frame


def write_pcap(path, frames):
    with open(path, "wb") as out:
        out.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1))
        for at, frame in frames:
            out.write(struct.pack("<IIII", int(at), int(at % 1 * 1e6), len(frame), len(frame)) + frame)


def main():
    job = json.load(sys.stdin)
    links = {role: opened(name) for role, name in job["interfaces"].items()}
    frame = bytes.fromhex(job["frame"])
    turned = bytes.fromhex(job["behindVnf"]) if job.get("behindVnf") else None
    waiting, reports, delivered, identifications = [], [], [], []
    sent = 0
    half_way = None
    start = time.monotonic()
    next_at = start
    end = None
    while end is None or time.monotonic() < end:
        now = time.monotonic()
        if sent < job["packets"] and now >= next_at:
            links["source"].send(frame)
            sent += 1
            next_at = max(next_at + job["pauseS"], now - 1)
            if sent == job["packets"] // 2 and job.get("halfWay"):
                half_way = now + job["restS"]
                next_at = float("inf")
        if sent == job["packets"] and end is None:
            end = now + job["restS"]
        while waiting and waiting[0] <= now:
            waiting.pop(0)
            links["vnf"].send(turned)
        due = [next_at, *waiting[:1]]
        pause = max(0.0, min([0.05, *[at - now for at in due]]))
        ready, _, _ = select.select(list(links.values()), [], [], pause)
        for role, link in links.items():
            if link not in ready:
                continue
            got = arrived(link)
            if got is None or got[12:14] != b"\x08\x00":
                continue
            # a busy machine delivers late: the rest begins anew with every frame
            if end is not None:
                end = time.monotonic() + job["restS"]
            if role == "vnf":
                waiting.append(time.monotonic() + job["vnfS"])
            elif role == "sink":
                delivered.append(time.time())
                identifications.append(struct.unpack(">H", got[18:20])[0])
            elif role == "collector":
                reports.append((time.time(), got))
        # what was sent before has passed by now
        if half_way is not None and now >= half_way:
            subprocess.run(job["halfWay"]["command"], input=job["halfWay"]["input"], text=True, check=True, stdout=subprocess.DEVNULL)
            half_way = None
            next_at = time.monotonic()
    write_pcap(job["pcap"], reports)
    print(json.dumps({"sent": sent, "delivered": len(delivered), "reports": len(reports), "identifications": identifications}))


main()
