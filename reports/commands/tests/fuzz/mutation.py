"""Changes that keep a file's structure: numbers, counts, indices, types, keys and lines are exchanged.

All of them draw from the generator that they are given, so that its seed says what comes out.
"""

import json
import re
import struct

# Zeros, the ends of both formats, denormals, where integers stop, and numbers one step off round ones.
NUMBERS = [
    "0", "-0.0", "1", "-1", "0.5", "2", "3", "1e-3", "1e-9", "1e-16", "1e-30", "1e-160", "1e-308",
    "2.2250738585072014e-308", "2.2250738585072009e-308", "5e-324", "-5e-324", "1e3", "1e6", "1e9",
    "9007199254740993", "-9007199254740992", "8.9e15", "-8.9e15", "1e16", "1e30", "1e77", "1e100",
    "1e154", "1.3407807929942596e154", "1e160", "1e300", "-1e300", "1.7976931348623157e308",
    "-1.7976931348623157e308", "1e309", "-1e400", "0.9999999999999999", "1.0000000000000002",
    "0.49999999999999994", "1e-7", "1e-12", "3.4028235e38", "1.1754944e-38",
]
COUNTS = [
    "0", "1", "2", "3", "4", "5", "7", "8", "-1", "-2", "32767", "65536", "2147483647", "-2147483648",
    "2147483648", "4294967295", "4294967296", "9223372036854775807", "9223372036854775808",
    "18446744073709551615", "18446744073709551616", "1e2", "2.5",
]
WORDS = [
    "", " ", "a", "b", "\u001b[31mred\u001b[0m", "\u202ereversed", "=1+1", "../x", "/dev/null", "x" * 3000,
    "line\nline", "quote\"'<&>", "\ud800", "0", "true", "null", "\u0000", "%s%n", "$(x)", "|x|y|",
]
FACTORS = [1e-300, 1e-155, 1e-100, 1e-30, 1e-9, 1e-6, 1e-3, 0.1, 10.0, 1e3, 1e6, 1e12, 1e50, 1e154, -1.0]


class Number(str):
    """A number as it is written, which may be one that no float holds."""


class Object(list):
    """The members of a JSON object as lists of key and value: keys may come twice."""


def parse(text):
    """JSON as lists, Objects, Numbers, strings, True, False and None."""
    return json.loads(
        text,
        object_pairs_hook=lambda pairs: Object([key, value] for key, value in pairs),
        parse_float=Number,
        parse_int=Number,
    )


def dump(value):
    """The text of what `parse` returns."""
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, Object):
        return "{" + ", ".join(json.dumps(key) + ": " + dump(item) for key, item in value) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(dump, value)) + "]"
    return json.dumps(value)


def is_float(text):
    return any(mark in text for mark in ".eE")


def scaled(text, factor):
    try:
        return Number(repr(float(text) * factor).replace("inf", "1e309").replace("nan", "0"))
    except OverflowError:
        return Number(text)


def other_number(random, text):
    """Another number in place of this one."""
    kind = random.randrange(6)
    if kind == 0:
        return scaled(text, random.choice(FACTORS))
    if kind == 1:
        return scaled(text, 1.0 + random.choice([-1, 1]) * 2.0 ** -random.randint(1, 52))
    if kind == 2:
        return Number(text[1:] if text.startswith("-") else "-" + text)
    whole = not is_float(text)
    return Number(random.choice(COUNTS if whole and random.random() < 0.6 else NUMBERS))


def places(value, found=None):
    """All (container, index) of a tree; of an Object's member the container is its list."""
    found = [] if found is None else found
    if isinstance(value, Object):
        for member in value:
            found.append((member, 1))
            places(member[1], found)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            found.append((value, index))
            places(item, found)
    return found


def copied(value):
    if isinstance(value, Object):
        return Object([key, copied(item)] for key, item in value)
    return [copied(item) for item in value] if isinstance(value, list) else value


def scale_all(value, factor):
    for container, index in places(value):
        if isinstance(container[index], Number):
            container[index] = scaled(container[index], factor)


def change_leaf(random, container, index):
    value = container[index]
    if isinstance(value, Number):
        container[index] = other_number(random, value)
    elif isinstance(value, bool):
        container[index] = not value
    elif isinstance(value, str):
        container[index] = random.choice(WORDS)
    elif random.random() < 0.5:
        factor = random.choice(FACTORS)
        scale_all(value, factor) if isinstance(value, list) else None
    else:
        change_members(random, value)


def change_members(random, value):
    """One member or item more, less, elsewhere, or under another key."""
    if not isinstance(value, list) or not value:
        return
    index = random.randrange(len(value))
    kind = random.randrange(6)
    if kind == 0:
        del value[index]
    elif kind == 1:
        value.insert(random.randrange(len(value) + 1), again(value[index]))
    elif kind == 2:
        other = random.randrange(len(value))
        value[index], value[other] = value[other], value[index]
    elif kind == 3 and isinstance(value, Object):
        value[index][0] = random.choice(value)[0]
    elif kind == 4 and not isinstance(value, Object):
        value.extend(again(value[index]) for _ in range(random.choice([1, 2, 7, 60])))
    else:
        del value[index + 1 :]


def again(item):
    return [item[0], copied(item[1])] if len(item) == 2 and isinstance(item, list) else copied(item)


def exchange(random, tree, donors):
    """Puts another part in a part's place: of the same key where there is one, else of any type."""
    spots = places(tree)
    container, index = random.choice(spots)
    others = places(random.choice(donors))
    if index == 1 and len(container) == 2 and isinstance(container[0], str):
        others = [spot for spot in others if spot[0][0] == container[0]] or others
    if random.random() < 0.2 or not others:
        container[index] = random.choice([None, True, Number("1"), "x", [], Object(), [[]]])
    else:
        giver, place = random.choice(others)
        container[index] = copied(giver[place])


def mutate_json(random, text, donors):
    """The text with one to four changes; `donors`: trees that parts are taken from."""
    tree = parse(text)
    for _ in range(random.choice([1, 1, 1, 2, 2, 3, 4])):
        spots = places(tree)
        if not spots:
            break
        kind = random.random()
        numbers = [spot for spot in spots if isinstance(spot[0][spot[1]], Number)]
        if kind < 0.55 and numbers:
            change_leaf(random, *random.choice(numbers))
        elif kind < 0.70:
            change_leaf(random, *random.choice(spots))
        elif kind < 0.88:
            container, index = random.choice(spots)
            change_members(random, container[index])
        else:
            exchange(random, tree, donors)
    return dump(tree).encode("utf-8", "surrogatepass")


TOKEN = re.compile(rb"[-+]?\d+\.?\d*(?:[eE][-+]?\d+)?")


def other_whole(random, text):
    """A whole number of up to fifty digits, or one next to this."""
    if random.random() < 0.4:
        return str(int(text) + random.choice([-1, 1]) * 10 ** random.randrange(len(text) + 1))
    return str(random.choice([-1, 1]) * random.choice([0, 1, 2 ** random.randrange(170), 10 ** random.randrange(50)]))


def mutate_text(random, text, whole=False):
    """Lines of numbers with one to four changes: numbers, words, whole lines. `whole`: of integers."""
    for _ in range(random.choice([1, 1, 1, 2, 2, 3, 4])):
        tokens = list(TOKEN.finditer(text))
        kind = random.random()
        if kind < 0.65 and tokens:
            token = random.choice(tokens)
            other = other_whole if whole and random.random() < 0.95 else other_number
            number = other(random, token.group().decode()).encode()
            text = text[: token.start()] + number + text[token.end() :]
        else:
            text = b"".join(changed_lines(random, text.splitlines(keepends=True)))
    return text


def changed_lines(random, lines):
    if not lines:
        return lines
    index = random.randrange(len(lines))
    other = random.randrange(len(lines))
    kind = random.randrange(7)
    if kind == 0:
        del lines[index]
    elif kind == 1:
        lines[index:index] = [lines[other]] * random.choice([1, 2, 30])
    elif kind == 2:
        lines[index], lines[other] = lines[other], lines[index]
    elif kind == 3:
        words = lines[index].split()
        random.shuffle(words)
        lines[index] = b" ".join(words) + b"\n"
    elif kind == 4:
        word = random.choice(WORDS).encode("utf-8", "surrogatepass")
        lines[index] = lines[index].rstrip(b"\r\n") + b" " + word + b"\n"
    elif kind == 5:
        factor = random.choice(FACTORS)
        scale = lambda token: scaled(token.group().decode(), factor).encode()
        lines = [TOKEN.sub(scale, line) if b"." in line else line for line in lines]
    else:
        lines[index] = lines[index][: random.randrange(len(lines[index]) + 1)]
    return lines


def binary_number(random, size, order):
    """The bytes of an extreme number: float or integer, in either order of bytes."""
    if random.random() < 0.5:
        text = random.choice(NUMBERS + ["inf", "-inf", "nan"])
        try:
            return struct.pack(order + ("d" if size == 8 else "f"), float(text))
        except OverflowError:
            pass
    whole = int(float(random.choice(COUNTS))) & ((1 << 8 * size) - 1)
    return whole.to_bytes(size, "little" if order == "<" else "big")


def mutate_binary(random, data, offsets=()):
    """Numbers overwritten, mostly at one of the offsets; rarely bytes, or a part cut out or doubled."""
    data = bytearray(data)
    for _ in range(random.choice([1, 1, 1, 2, 2, 3, 4])):
        if not data:
            break
        size = random.choice([4, 8])
        place = random.choice(offsets) if offsets and random.random() < 0.8 else random.randrange(len(data))
        kind = random.random()
        if kind < 0.8:
            number = binary_number(random, size, random.choice("<<<>"))
            data[place : place + size] = number[: len(data) - place]
        elif kind < 0.9:
            data[place] ^= 1 << random.randrange(8)
        else:
            end = min(len(data), place + random.choice([1, 4, 12, 50, 400]))
            data[place:end] = random.choice([b"", data[place:end] * 2])
    return bytes(data)
