#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Chain and Gaussian accounts are verified with Python's standard library alone.

    test_verify_offline.py SCRIPT LEDGER_SAMPLE
"""
import json
import pathlib
import subprocess
import sys
import tempfile

from test_verify_ledger import rechained, tampered, verify

# (mu, delta, epsilon) to 15 digits, computed with mpmath at 50 digits.
KNOWN = ((1.0, 0.12693673750664394, 1.0), (0.1, 6.856582455838727e-09, 0.5), (0.004, 8.056718427471551e-06, 0.01),
         (2.0, 0.0004954017389387454, 8.0), (5.0, 0.00013132627111337326, 30.0), (0.5, 3.400911735673529e-10, 3.0))


# RFC 8032, section 7.1, tests 1 to 3: key, message, signature.
SIGNED = (("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
           "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe"
           "24655141438e7a100b"),
          ("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
           "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302a"
           "eeb00d291612bb0c00"),
          ("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
           "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed2"
           "8dc027beceea1ec40a"))


def check_signatures(ed25519):
    for key, message, signature in (tuple(map(bytes.fromhex, vector)) for vector in SIGNED):
        assert ed25519.verify(key, message, signature)
        assert not ed25519.verify(key, message + b"x", signature) and not ed25519.verify(key, message, signature[:63])
        for at in (0, 31, 32, 63):
            wrong = bytearray(signature)
            wrong[at] ^= 1
            assert not ed25519.verify(key, message, bytes(wrong))
        # The same scalar plus the order of the group is not a signature.
        scalar = int.from_bytes(signature[32:], "little") + ed25519.ORDER
        assert not ed25519.verify(key, message, signature[:32] + scalar.to_bytes(32, "little"))


def main():
    script, sample = (pathlib.Path(argument).absolute() for argument in sys.argv[1:3])
    sys.path.insert(0, str(script.parent))
    import verify_ledger
    for mu, delta, epsilon in KNOWN:
        assert abs(verify_ledger.gaussian_epsilon(mu, delta) / epsilon - 1) < 1e-9, (mu, delta)
    import ed25519_verify
    check_signatures(ed25519_verify)
    isolated = [sys.executable, "-I", "-S"]  # no packages but the standard library's
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        audits = json.loads(subprocess.run([str(sample), str(folder)], check=True, capture_output=True, text=True).stdout)
        for name in ("gaussian", "shared"):
            project = folder / f"{name}.parsimony"
            report = verify(isolated, script, project, "--head", audits[name]["head"])
            assert report["ok"] and not report["notes"], report
            assert "cut tail" in verify(isolated, script, project)["notes"][0]
            for ours, theirs in zip(audits[name]["datasets"], report["datasets"], strict=True):
                assert abs(ours["epsilon"] / theirs["epsilon"] - 1) < 1e-6, (ours, theirs)
        shared = folder / "shared.parsimony"
        assert b"/secret" not in shared.read_bytes() and b"48123" not in shared.read_bytes()
        assert not verify(isolated, script, tampered(shared, "UPDATE ledger SET time = 'now' WHERE seq = 7"))["ok"]
        sql = "UPDATE ledger SET mu_squared = 0.5, mu_squared_exact = '1p-1' WHERE kind = 'reservation'"
        assert not verify(isolated, script, rechained(script, shared, sql))["ok"]
        # What needs dp-accounting is said not to be there, and no figure is made of it.
        said = subprocess.run([*isolated, str(script), str(folder / "slices.parsimony")], capture_output=True, text=True)
        assert said.returncode == 5 and "which was not recomputed" in said.stdout and "None" not in said.stdout, said
    print("the standard library is enough")


if __name__ == "__main__":
    main()
