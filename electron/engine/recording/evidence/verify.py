#!/usr/bin/env python3
"""Verifies an unpacked Leadline evidence bundle: python3 verify.py [FOLDER]

It needs nothing but Python 3.8 or later. It checks the SHA-256 of every file and the Ed25519 signature, rebuilds the
book from the frames, and compares it with book.csv. It exits with 0 if everything matches.
"""
import base64
import calendar
import csv
import hashlib
import json
import os
import re
import sys
from decimal import Decimal

SUMS, SIGNATURE, KEY, MANIFEST, STAMP = (
    "SHA256SUMS", "SHA256SUMS.sig", "public-key.pem", "manifest.json", "timestamp.tsr")


class Bad(Exception):
    """What does not match, in words."""


# Ed25519, as in RFC 8032

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def add(one, other):
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number, point):
    result = (0, 1, 1, 0)
    while number > 0:
        if number & 1:
            result = add(result, point)
        point = add(point, point)
        number >>= 1
    return result


def point_of(text):
    y = int.from_bytes(text, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        raise Bad("a point of the signature is not on the curve")
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * ROOT % P
    if (x * x - square) % P != 0 or (x == 0 and sign == 1):
        raise Bad("a point of the signature is not on the curve")
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


def same_point(one, other):
    return (one[0] * other[2] - other[0] * one[2]) % P == 0 and (one[1] * other[2] - other[1] * one[2]) % P == 0


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signed(key, content, signature):
    if len(signature) != 64 or len(key) != 32:
        return False
    half = int.from_bytes(signature[32:], "little")
    if half >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + key + content).digest()
    number = int.from_bytes(digest, "little") % ORDER
    try:
        return same_point(times(half, BASE), add(point_of(signature[:32]), times(number, point_of(key))))
    except Bad:
        return False


def key_of(pem):
    """The 32 bytes of an Ed25519 key, and its fingerprint."""
    body = re.fullmatch(rb"-----BEGIN PUBLIC KEY-----\n([A-Za-z0-9+/=\n]+)-----END PUBLIC KEY-----\n", pem)
    der = base64.b64decode(body.group(1)) if body else b""
    if len(der) != 44 or not der.startswith(bytes.fromhex("302a300506032b6570032100")):
        raise Bad("not an Ed25519 public key")
    return der[12:], hashlib.sha256(der).hexdigest()


# Files

def read(folder, name):
    with open(os.path.join(folder, name), "rb") as file:
        return file.read()


def listed(sums):
    """The files of SHA256SUMS with their hashes."""
    found = {}
    for line in sums.decode("utf-8").splitlines():
        match = re.fullmatch(r"([0-9a-f]{64})  ([A-Za-z0-9][A-Za-z0-9._-]*)", line)
        if not match or match.group(2) in found:
            raise Bad("%s has a line that is not valid" % SUMS)
        found[match.group(2)] = match.group(1)
    return found


def check_file(folder, name, expected):
    if not os.path.isfile(os.path.join(folder, name)):
        raise Bad("missing")
    if hashlib.sha256(read(folder, name)).hexdigest() != expected:
        raise Bad("changed")
    return "unchanged"


def check_unlisted(folder, names):
    known = set(names) | {SUMS, SIGNATURE}
    other = sorted(name for name in os.listdir(folder) if name not in known and not name.startswith("."))
    if other:
        raise Bad("not listed in %s: %s" % (SUMS, ", ".join(other)))
    return "no other files"


def check_signature(folder):
    key, fingerprint = key_of(read(folder, KEY))
    if not is_signed(key, read(folder, SUMS), read(folder, SIGNATURE)):
        raise Bad("does not match %s and %s" % (SUMS, KEY))
    return "made with the key %s" % fingerprint


def check_manifest(folder, names):
    manifest = json.loads(read(folder, MANIFEST))
    if manifest.get("format") != "leadline-evidence-1":
        raise Bad("not of a format that this program knows")
    for name, digest in manifest["files"].items():
        if names.get(name) != digest:
            raise Bad("it and %s disagree about %s" % (SUMS, name))
    return manifest


# The book

def time_of(text):
    """Nanoseconds since 1970."""
    match = re.fullmatch(
        r"(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d\d):(\d\d))", text)
    year, month, day, hour, minute, second = (int(part) for part in match.groups()[:6])
    offset = (int(match.group(9) or 0) * 60 + int(match.group(10) or 0)) * (-60 if match.group(8) == "-" else 60)
    seconds = calendar.timegm((year, month, day, hour, minute, second)) - offset
    return seconds * 10**9 + int((match.group(7) or "").ljust(9, "0"))


def grain_of(time):
    """The last digit of a time that is not zero says how exact it is."""
    rest, grain = time % 10**9, 1
    if rest == 0:
        return 10**9
    while rest % (grain * 10) == 0:
        grain *= 10
    return grain


def counts_after(time, snapshot):
    """An update that may be as old as the snapshot counts too: its time may have been cut off."""
    if time > snapshot:
        return True
    distance = snapshot - time
    if distance == 0:
        return max(grain_of(time), grain_of(snapshot)) > 1000
    return distance <= 2 * 10**9 and distance < grain_of(time)


def items(folder):
    """The lines of frames.tsv: number, and the message of a frame."""
    for line in read(folder, "frames.tsv").split(b"\n")[:-1]:
        seq, _, kind, text = line.split(b"\t", 3)
        if kind in (b"f", b"b"):
            frame = base64.b64decode(text) if kind == b"b" else text
            message = json.loads(frame, parse_float=Decimal, parse_int=Decimal)
            yield int(seq), message["channel"]["type"], message["payload"]


def put(book, side, levels):
    """Amounts are absolute; zero removes a level."""
    for price, amount in levels:
        price, amount = Decimal(price), Decimal(amount)
        if amount == 0:
            book[side].pop(price, None)
        else:
            book[side][price] = amount


def update(book, message):
    put(book, "bid", message["bids"])
    put(book, "ask", message["asks"])


def message_of(payload):
    pairs = {side: [(each["price"], each["amount"]) for each in payload[side]] for side in ("bids", "asks")}
    return dict(pairs, time=time_of(payload["time"]), is_snapshot=payload["type"] == "SNAPSHOT")


def rebuild(folder, manifest):
    keyframe = json.loads(read(folder, "keyframe.json"))
    plan = manifest["book"]
    if plan["keyframe"] != keyframe["seq"]:
        raise Bad("keyframe.json is not the one of %s" % MANIFEST)
    messages = [
        (seq, message_of(payload)) for seq, channel, payload in items(folder)
        if channel == "market_data" and keyframe["seq"] < seq <= plan["until"]]
    book = {"bid": {}, "ask": {}}
    begin, since = keyframe["seq"], int(keyframe["snapshot_time_ns"])
    if plan["snapshot"] is None:
        update(book, keyframe)
    else:
        begin = plan["snapshot"]
        snapshot = dict(messages).get(begin)
        if not snapshot or not snapshot["is_snapshot"]:
            raise Bad("the snapshot that the book begins with is missing")
        since = snapshot["time"]
        update(book, snapshot)
        waiting = [dict(each, time=int(each["time_ns"])) for each in keyframe["waiting"]]
        waiting += [each for seq, each in messages if seq < begin and not each["is_snapshot"]]
        for each in waiting[len(waiting) - plan["waiting"]:]:
            if each["time"] > since:
                update(book, each)
    for seq, each in messages:
        if seq > begin and not each["is_snapshot"] and counts_after(each["time"], since):
            update(book, each)
    return book


def rows(folder, name):
    return list(csv.DictReader(read(folder, name).decode("utf-8").splitlines()))


def check_book(folder, manifest):
    book = rebuild(folder, manifest)
    expected = [("bid", price, book["bid"][price]) for price in sorted(book["bid"], reverse=True)]
    expected += [("ask", price, book["ask"][price]) for price in sorted(book["ask"])]
    found = [(row["side"], Decimal(row["price"]), Decimal(row["amount"])) for row in rows(folder, "book.csv")]
    if found != expected:
        raise Bad("not the book that follows from frames.tsv")
    return "%d bids and %d asks follow from frames.tsv (state: %s)" % (
        len(book["bid"]), len(book["ask"]), manifest["state"])


def check_trades(folder):
    frames = {seq: payload for seq, channel, payload in items(folder) if channel == "execution_data"}
    trades, matched = rows(folder, "trades.csv"), 0
    first = min((seq for seq, _, _ in items(folder)), default=0)
    for row in trades:
        seq = int(row["seq"])
        frame = frames.get(seq)
        if frame is None and seq < first:
            continue
        if frame is None or any(Decimal(row[name]) != Decimal(frame[name]) for name in ("price", "amount")):
            raise Bad("the trade %d is not in frames.tsv" % seq)
        if row["ahead_ms"] == "0" and int(row["executed_ns"]) != time_of(frame["executed_at"]):
            raise Bad("the trade %d has another time in frames.tsv" % seq)
        matched += 1
    older = len(trades) - matched
    return "%d trades are in frames.tsv%s" % (matched, "; %d are older than its lines" % older if older else "")


# The time stamp, as in RFC 3161

def elements(der):
    found, at = [], 0
    while at < len(der):
        tag, length, at = der[at], der[at + 1], at + 2
        if length & 128:
            size = length & 127
            length, at = int.from_bytes(der[at:at + size], "big"), at + size
        if at + length > len(der):
            raise Bad("damaged")
        found.append((tag, der[at:at + length]))
        at += length
    return found


def check_stamp(folder):
    (_, reply), = elements(read(folder, STAMP))
    (_, status), (_, token) = elements(reply)
    if int.from_bytes(elements(status)[0][1], "big") > 1:
        raise Bad("not granted")
    signed = elements(elements(elements(token)[1][1])[0][1])
    info = elements(elements(elements(elements(signed[2][1])[1][1])[0][1])[0][1])
    imprint = elements(info[2][1])[1][1]
    if imprint != hashlib.sha256(read(folder, MANIFEST)).digest():
        raise Bad("not of this %s" % MANIFEST)
    return "of %s, says %s; check the signature of the authority as README.txt says" % (
        MANIFEST, info[4][1].decode("ascii"))


def say(text):
    """Also where only ASCII can be printed."""
    print(text.encode("ascii", "backslashreplace").decode("ascii"))


def verify(folder):
    passed = True

    def check(subject, work, *arguments):
        nonlocal passed
        try:
            result = work(*arguments)
            say("ok    %s: %s" % (subject, result if isinstance(result, str) else "complete"))
            return result
        except Bad as problem:
            reason = str(problem)
        except Exception as problem:  # Anything may be damaged.
            reason = "unreadable (%s)" % type(problem).__name__
        passed = False
        say("FAIL  %s: %s" % (subject, reason))
        return None

    check("signature", check_signature, folder)
    names = check(SUMS, lambda: listed(read(folder, SUMS)))
    for name, expected in (names or {}).items():
        check(name, check_file, folder, name, expected)
    check("folder", check_unlisted, folder, names or {})
    manifest = check("manifest", check_manifest, folder, names or {})
    if manifest:
        check("book", check_book, folder, manifest)
        check("trades", check_trades, folder)
    if STAMP in (names or {}):
        check("time stamp", check_stamp, folder)
    if manifest and passed:
        say("\nThese files are as they were when they were signed: %s at %s." % (
            manifest["market"], manifest["moment"]["time"]))
        say("This does not prove who signed, nor what the service sent: see README.txt.")
    elif not passed:
        say("\nDo not rely on this bundle.")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(verify(sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))))
