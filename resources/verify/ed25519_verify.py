# SPDX-License-Identifier: GPL-3.0-or-later
"""Verifies Ed25519 signatures (RFC 8032, section 5.1.7) with the standard library. For public values only: nothing here
takes the same time for all of them, as a signer would have to."""
import base64
import hashlib

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
SQRT_MINUS_ONE = pow(2, (P - 1) // 4, P)
NEUTRAL = (0, 1, 1, 0)
PEM_PREFIX = bytes.fromhex("302a300506032b6570032100")  # SubjectPublicKeyInfo of a key of Ed25519


def recover_x(y, sign):
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    if square == 0:
        return None if sign else 0
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * SQRT_MINUS_ONE % P
    if (x * x - square) % P != 0:
        return None
    return P - x if x & 1 != sign else x


def decompress(data):
    """A point in extended coordinates (X, Y, Z, T), x = X/Z, y = Y/Z, xy = T/Z; None when `data` is no point."""
    number = int.from_bytes(data, "little")
    y = number & ((1 << 255) - 1)
    x = recover_x(y, number >> 255)
    return None if x is None else (x, y, 1, x * y % P)


def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(scalar, point):
    result = NEUTRAL
    while scalar > 0:
        if scalar & 1:
            result = add(result, point)
        point = add(point, point)
        scalar >>= 1
    return result


def equal(p, q):
    return (p[0] * q[2] - q[0] * p[2]) % P == 0 and (p[1] * q[2] - q[1] * p[2]) % P == 0


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE = (recover_x(BASE_Y, 0), BASE_Y, 1, recover_x(BASE_Y, 0) * BASE_Y % P)


def verify(key, message, signature):
    """Whether `signature` (64 bytes) is one of `message` under the public key (32 bytes)."""
    if len(key) != 32 or len(signature) != 64:
        return False
    point, commitment = decompress(key), decompress(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if point is None or commitment is None or scalar >= ORDER:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    return equal(times(scalar, BASE), add(commitment, times(challenge, point)))


def read_public_key(text):
    """The 32 bytes of a public key in PEM, as `openssl pkey -pubout` writes it."""
    lines = text.strip().splitlines()
    if lines[:1] != ["-----BEGIN PUBLIC KEY-----"] or lines[-1:] != ["-----END PUBLIC KEY-----"]:
        raise ValueError("no public key in PEM")
    data = base64.b64decode("".join(lines[1:-1]), validate=True)
    if len(data) != 44 or not data.startswith(PEM_PREFIX):
        raise ValueError("no key of Ed25519")
    return data[12:]
