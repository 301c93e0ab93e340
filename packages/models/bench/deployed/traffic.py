"""Packets for bench deployed: sends them one at a time from the hosts of a deployment, writes down what each host receives.

Reads one JSON document from standard input: `hosts` (name to interface), `packets` (`from`, `hex`, `expected`: how many frames hosts
receive), `pauseS`. Writes a JSON list, one element a packet: `[host, hex]` of each frame. Python's own library only; needs root.
"""
import json
import select
import socket
import sys
import time

MAX_FRAME = 4096
# our choice: how long a frame that is expected is waited for, and one that is not
EXPECTED_S = 5.0
UNEXPECTED_S = 0.03


def opened(interface):
    made = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
    made.bind((interface, 0))
    return made


def main():
    job = json.load(sys.stdin)
    links = {host: opened(interface) for host, interface in job["hosts"].items()}
    result = []
    for packet in job["packets"]:
        received = []
        links[packet["from"]].send(bytes.fromhex(packet["hex"]))
        start = time.monotonic()
        end = start + EXPECTED_S
        while time.monotonic() < end:
            if len(received) >= packet["expected"]:
                end = min(end, time.monotonic() + UNEXPECTED_S)
            ready, _, _ = select.select(list(links.values()), [], [], 0.01)
            for host, link in links.items():
                if link not in ready:
                    continue
                frame, address = link.recvfrom(MAX_FRAME)
                if address[2] != socket.PACKET_OUTGOING:
                    received.append([host, frame.hex()])
        time.sleep(max(0.0, start + job["pauseS"] - time.monotonic()))
        result.append(received)
    print(json.dumps(result))


main()
