# SPDX-License-Identifier: GPL-3.0-or-later
"""JSON and TOML of every form that a reader of theirs tells from the others, and studies: for tests/fuzz/vary."""
import itertools
import re


# One of each length and kind of UTF-8, and of what is none: cut, too long, a surrogate, beyond the last.
CHARACTERS = [b"\xc3\xa9", b"\xe0\xa4\x85", b"\xe2\x82\xac", b"\xed\x9f\xbf", b"\xef\xbf\xbd", b"\xf0\x9f\x98\x80", b"\xf1\x80\x80\x80",
              b"\xf4\x8f\xbf\xbf", b"\xc0\xaf", b"\xc3", b"\xc3x", b"\xe0\x80\x80", b"\xe0\xa4", b"\xe2\x82x", b"\xed\xa0\x80", b"\xed\x80x",
              b"\xef\xbf", b"\xf0\x80\x80\x80", b"\xf0\x9f\x98", b"\xf0\x9fx\x80", b"\xf1\x80\x80x", b"\xf4\x90\x80\x80", b"\xf4\x80x\x80",
              b"\xf5\x80\x80\x80", b"\xff", b"\x80", b"\xcc\x81", b"\xc2\xa0", b"\xe2\x80\xa8", b"\xef\xbb\xbf"]
ESCAPES = [rb"\"", rb"\\", rb"\/", rb"\b", rb"\f", rb"\n", rb"\r", rb"\t", rb"\e", rb"\0", rb"\a", rb"\x41", rb"\u0041", rb"\u00e9", rb"\u20AC",
           rb"\uD83D\uDE00", rb"\ud83d", rb"\ud83dx", rb"\ud83d\n", rb"\ud83d\u0041", rb"\uDE00", rb"\ud83d\ux", rb"\u00g0", rb"\u12", rb"\u",
           rb"\U0001F600", rb"\U00110000", rb"\U0000D800", rb"\U0001F60", "\\", rb"\u0000"]
NUMBERS = ["0", "-0", "00", "01", "-1", "+1", "1.", ".5", "1.5", "-1.5e10", "1e5", "1E+5", "1e-5", "1e", "1e+", "1e400", "-1e400", "1e-400",
           "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
           "18446744073709551616", "123456789012345678901234567890", "0.1e1", "-", "--1", "1-", "1_000", "1__0", "_1", "1_", "0x1F", "0xg", "0x",
           "0o17", "0o8", "0b101", "0b2", "-0x1", "0xFFFFFFFFFFFFFFFFF", "inf", "-inf", "+inf", "nan", "-nan", "infx", "NaN", "1.5_0", "1._5",
           "1e1_0", "0.0", "-0.0", "5e-324", "2.2250738585072014e-308", "1.7976931348623157e308", "1,5", "1,2,5", "0x1.8p3", "1.5.2", "1e5.2"]


# Each token where none, or another, may follow.
BEGUN = [b"", b"[", b"[1 ", b"[1,", b"{", b'{"a"', b'{"a":', b'{"a":1 ', b'{"a":1,', b"1 ", b"[] ", b"{} "]
TOKENS = [b"", b"[", b"]", b"{", b"}", b":", b",", b"true", b"false", b"null", b'"a"', b"7", b"-7", b"7.5", b"x"]


def raw(text):
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")


def beginnings(text):
    """The text cut at each place."""
    return (text[:end] for end in range(len(text)))


def json_values():
    """What may stand for a value, and what may not."""
    yield from (raw(number) for number in NUMBERS)
    for inside in [*CHARACTERS, *map(raw, ESCAPES), *(bytes([code]) for code in range(0x20)), b"\x7f", b"a" * 70]:
        yield b'"' + inside + b'"'
        yield b'"' + inside
    for word in (b"true", b"false", b"null", b"[1,true]", b'{"a":[null]}', b'"text"'):
        yield word
        yield word + b"x"
        yield from beginnings(word)
    yield from (b"[,]", b"[1,]", b"[1 2]", b"[1}", b"{,}", b'{"a"}', b'{"a":}', b'{"a":1,}', b'{"a":1 "b":2}', b'{1:2}', b'{"a":1,"a":2}', b"{]",
                b"'x'", b"/* x */ 1", b"// x\n1", b"True", b"undefined", b"[" * 100, b"[" * 70 + b"]" * 70, b'{"a":' * 80, b"[[],[{}]]", b"{}", b"[]")


def json_texts(name):
    """Values, each as a whole text and as that of a member of that name."""
    for value in json_values():
        yield value
        yield b'{"' + raw(name) + b'": ' + value + b"}"
        yield b'{"' + raw(name) + b'": [' + value + b", 1]}"
    for inside in [*CHARACTERS, *map(raw, ESCAPES)]:
        yield b'{"' + inside + b'": 1}'
    for before, token in itertools.product(BEGUN, TOKENS):  # the sentence of refusal names both what is there and what should be
        yield before + token
    for before, after in ((b"\xef\xbb\xbf", b""), (b"\xef\xbb", b""), (b" \t\r\n", b" \n"), (b"\0", b""), (b"", b"\0"), (b"", b"x"), (b"", b"{}")):
        yield before + b'{"' + raw(name) + b'": 1}' + after


DAYS = ["1979-05-27", "1979-05-27T07:32:00Z", "1979-05-27 07:32:00.999999-07:00", "1979-05-27T07:32:00", "07:32:00", "07:32:00.5", "07:32",
        "1979-02-30", "1979-13-01", "25:00:00", "1979-05-27T07:32:00+25:00", "1979-05-27T", "1979-05", "1979-5-27", "07:60:00", "0000-01-01",
        "1979-05-27t07:32:00z", "2000-02-29", "1900-02-29", "07:32:60", "07:32:00.1234567890123", "1979-05-27T07:32:00-00:00", "197-05-27"]


def toml_values():
    yield from (raw(text) for text in [*NUMBERS, *DAYS, "true", "false", "tru", "True", "truex", "", "x", "#", "1 2", "1 # x", "1\t#\tx"])
    for quote in (b'"', b"'", b'"""', b"'''"):
        for inside in [b"", b"a", b"a\nb", b"a\r\nb", b"\r", b"\\\n  b", b"\\ \n b", b"\\ b", b'"', b'""', b"'", b"''", b"\t", b"\0", b"\x7f", *CHARACTERS,
                       *map(raw, ESCAPES)]:
            yield quote + inside + quote
            yield quote + inside
    yield from map(raw, ("[]", "[1]", "[1,]", "[,]", "[1 2]", "[1, 'a']", "[[1], ['a']]", "[\n1, # x\n2\n]", "[{a = 1}, {b = 2}]", "[1", "[1,", "[1}",
                         "{}", "{a = 1}", "{a = 1, b = 'x'}", "{a = 1,}", "{,}", "{a}", "{a = }", "{a = 1", "{a.b = 1, a.c = 2}", "{a = 1, a = 2}",
                         "{a = {b = {}}}", "{\na = 1}", "{a = 1 b = 2}", "[" * 300, "{a=" * 300, "[" * 100 + "]" * 100))


def toml_texts(name):
    """Values of a key of that name, then keys and tables."""
    key = raw(name)
    for value in toml_values():
        yield key + b" = " + value + b"\n"
        yield key + b" = [" + value + b", 1]"
        yield key + b" = {a = " + value + b"}"
    for inside in [*CHARACTERS, *map(raw, ESCAPES), b"", b"a", b" "]:
        yield inside + b" = 1\n"
        yield b'"' + inside + b'" = 1\n'
        yield b"'" + inside + b"' = 1\n"
        yield b"a = 1 # " + inside + b"\n"
        yield b"a" + inside + b" = 1\n"
    tables = ("[a]", "[a.b]", "[ a . b ]", "[\"a\"]", "['a b']", "[]", "[a", "[a]]", "[[a]]", "[[a.b]]", "[[a]", "[[]]", "[a.]", "[.a]", "[a] x", "[a] # x",
              "a = 1", "a.b = 1", "a . b = 1", "a.b.c = 1", "a = {}", "a = []", "a = {b = 1}", "a = [{}]", "a", "a =", "= 1", "a = = 1", "a.b", "a. = 1",
              ".a = 1", "a b = 1", "a = 1 b = 2", "'a' = 1", '"a" = 1', "'''a''' = 1", '"""a""" = 1', "1 = 1", "1.2 = 1", "-_- = 1", "[\n]", "a\n= 1", "")
    for pair in itertools.product(tables, repeat=2):
        yield raw("\n".join(pair))
    for three in itertools.product(tables[:18], repeat=3):
        yield raw("\r\n".join(three))
    whole = b'# x\na.b = "x\\u00e9" # y\n[[t]]\nd = 1979-05-27T07:32:00.5Z\nl = [1_0, 0x1F, """\n a\\\n b""", {c = -1.5e3}]\n'
    yield b"\xef\xbb\xbf" + whole
    yield from beginnings(whole)


# Studies: each option with each value in each of the places that it may stand in, and each key of the file itself.

HEADS = {"compare": 'methods = "auto,oracle"\nrepeats = 2\n', "sweep": 'learning-rates = "log:0.1:10:3"\n', "attack": 'canary = "dirac"\nruns = 2\n'}
FORMS = ("[options]\n{base}{line}\n", "[options]\n{base}[quick]\n{line}\n", "[options]\n{base}[[variant]]\nname = \"a\"\n{line}\n")


def study_of(kind, line, form, epsilons="epsilons = 0.1\n"):
    base = HEADS[kind] + ("" if kind == "attack" else epsilons)
    name = line.split("=")[0].strip()
    base = "".join(one + "\n" for one in base.splitlines() if not one.startswith(name + " ="))
    return f'kind = "{kind}"\n' + form.format(base=base, line=line)


def study_texts(rows, values):
    """`rows`: names of options; `values`: of TOML, as texts."""
    own = ["methods", "epsilons", "repeats", "one-by-one", "canary", "canaries", "runs", "name", "no-such"]
    for kind in HEADS:
        for name in [*own, *rows]:
            for value in values if kind == "compare" or name in own else ():
                yield study_of(kind, f"{name} = {value}", FORMS[2 if len(value) % 2 else 0])
            for form in FORMS:
                for value in ("1", "1,5", "1,2,5", '"x"', "[1, 2]", "true", "1e400", "{a = 1}"):
                    yield study_of(kind, f"{name} = {value}", form)
        for plot in ("heatmap", "r", "gap", "accuracy", "step-size", "bars", "shift", "seconds", "distance", "noise", "exposure", "x", "", "bars,noise"):
            yield f'plots = "{plot}"\n' + study_of(kind, "delta = 1e-5", FORMS[0])
        for epsilons in ("", 'epsilons = "log:0.1:10:3"\n', "epsilons = [0.1, 1]\n", "epsilons = 0\n", "epsilons = \"0.1,\"\n", "epsilons = []\n"):
            yield study_of(kind, "delta = 1e-5", FORMS[2], epsilons)
        for variants in ("variant = 1\n", "variant = []\n", "variant = [1]\n", "variant = [{}]\n", "variant = [{name = 1}]\n", "variant = {name = 'a'}\n",
                         "variant = [{name = 'a'}, {name = 'b', no-such = 1}]\n", "options = 1\n", "quick = 1\n", "options = []\n"):
            yield variants + f'kind = "{kind}"\n'
    for key in ("title", "source", "kind", "plots", "options", "quick", "variant", "optionz", "x"):
        for value in values:
            yield f'{key} = {value}\n' + ("" if key == "kind" else 'kind = "sweep"\n') + ("" if key == "options" else "[options]\nepsilons = 1\n")


def words_of(texts):
    """Words that stand between quotes, or before = as in TOML, in these bytes: what a mutation may put in whole."""
    words = set()
    for text in texts:
        words.update(re.findall(rb'"([\w./ -]{2,40})"', text))
        words.update(re.findall(rb"^\s*([\w.-]{2,40})\s*=", text, re.M))
    return sorted(word for word in words if not word.endswith(b".h"))


def dictionary(words):
    """As libFuzzer reads it."""
    escaped = ("".join(chr(code) if 0x20 <= code < 0x7F and code not in b'"\\' else f"\\x{code:02X}" for code in word) for word in words)
    return "".join(f'"{word}"\n' for word in escaped)


