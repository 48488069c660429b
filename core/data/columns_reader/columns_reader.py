#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads columns of Parquet, Arrow and Feather files for Parsimony, which starts it and checks what it writes.

  parsimony-columns-reader list FILE
      a JSON list of columns
  parsimony-columns-reader read FILE FIRST COUNT TYPE WIDTH COLUMN...
      the values of COUNT rows from FIRST on, row by row, in the machine's byte order
  parsimony-columns-reader texts FILE COLUMN
      each cell as text, its length before it as four bytes; a list as its labels with ';' between them

What one record holds decides nothing but its own values: a list of another length than WIDTH is a row of NaN,
a missing number one that is none (missing()), a missing or endless text an empty one, a label that can be none UNKNOWN.
It limits its own memory, processor time and rights to write before it opens anything, and no message quotes a value.
"""
import itertools
import json
import math
import resource
import sys

MARK = "parsimony-columns: "
LONGEST_TEXT = 4096
LONGEST_TYPE = 40
UNKNOWN = b"\x1f"  # no class has that name
PADDING = -1  # where a list of labels has no more
ROWS = 8192  # of a block


class Stop(Exception):
    """One sentence for the user."""


def limit_resources():
    resource.setrlimit(resource.RLIMIT_AS, (16 << 30, 16 << 30))
    resource.setrlimit(resource.RLIMIT_CPU, (600, 600))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


limit_resources()
try:
    import numpy as np
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq
except ImportError:
    sys.stderr.write(
        MARK + "Parquet and Arrow need Python's pyarrow and numpy: pip install pyarrow numpy, for the python3 in PATH or the "
        "one that PARSIMONY_PYTHON names; or convert where they are: python3 -c \"import pyarrow.parquet as p, numpy as n; "
        "n.save('x.npy', n.stack(p.read_table('x.parquet')['COLUMN'].to_numpy()))\"\n")
    sys.exit(1)

NUMBERS = {"bool": "i8", "halffloat": "f2", "float": "f4", "double": "f8"}


class File:
    """A schema, the number of rows, and blocks of some columns."""

    def __init__(self, path):
        self.path = path
        with open(path, "rb") as file:
            magic = file.read(6)
        self.parquet = pq.ParquetFile(path, pre_buffer=False) if magic.startswith(b"PAR1") else None
        self.framed = magic == b"ARROW1"
        if self.parquet:
            self.schema = self.parquet.schema_arrow
            self.rows = self.parquet.metadata.num_rows
        else:
            with pa.memory_map(path) as source:
                reader = pa.ipc.open_file(source) if self.framed else pa.ipc.open_stream(source)
                self.schema = reader.schema
            self.rows = sum(block.num_rows for block in self.blocks(None))
        if len(set(self.schema.names)) != len(self.schema.names):
            raise Stop("two of its columns have the same name")

    def blocks(self, names, skip=0):
        """All rows but the first `skip`. Of Parquet, groups of rows that are skipped are not unpacked."""
        groups = []
        if self.parquet:
            groups = list(range(self.parquet.metadata.num_row_groups))
            while groups and self.parquet.metadata.row_group(groups[0]).num_rows <= skip:
                skip -= self.parquet.metadata.row_group(groups.pop(0)).num_rows
        for block in self.parquet_blocks(names, groups) if self.parquet else self.arrow_blocks():
            if skip < block.num_rows:
                yield block.slice(skip) if skip else block
            else: # a sign of life: who asked ends a reader that is silent
                print(file=sys.stderr, flush=True)
            skip = max(0, skip - block.num_rows)

    def parquet_blocks(self, names, groups):
        if groups:
            yield from self.parquet.iter_batches(batch_size=ROWS, row_groups=groups, columns=names, use_threads=False)

    def arrow_blocks(self):
        with pa.memory_map(self.path) as source:
            reader = pa.ipc.open_file(source) if self.framed else pa.ipc.open_stream(source)
            batches = (reader.get_batch(i) for i in range(reader.num_record_batches)) if self.framed else reader
            for batch in batches:
                for first in range(0, batch.num_rows, ROWS):
                    yield batch.slice(first, ROWS)

    def columns(self, names, first=0, count=None):
        """Blocks of those columns, of `count` rows from `first` on or of all, each a list of arrays without
        dictionaries."""
        left = self.rows - first if count is None else count
        for block in self.blocks(names, first) if left else ():
            block = block.slice(0, left)
            left -= block.num_rows
            arrays = [block.column(block.schema.get_field_index(name)) for name in names]
            yield [a.dictionary_decode() if pa.types.is_dictionary(a.type) else a for a in arrays]
            if not left:
                return

    def values_per_row(self, name):
        """Of lists whose type says no length: what all records together say, 0 if they differ."""
        if self.parquet:
            at = [i for i in range(self.parquet.metadata.num_columns)
                  if self.parquet.schema.column(i).path.startswith(name + ".")]
            groups = range(self.parquet.metadata.num_row_groups)
            values = sum(self.parquet.metadata.row_group(g).column(at[0]).num_values for g in groups) if at else 0
        else:
            values = sum(pc.sum(pc.list_value_length(a[0])).as_py() or 0 for a in self.columns([name]))
        return values // self.rows if self.rows and values % self.rows == 0 else 0


def number_type(kind):
    if pa.types.is_integer(kind):
        return "u8" if kind == pa.uint64() else "i8"
    return NUMBERS.get(str(kind))


def is_list(kind):
    return pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)


def is_text(kind):
    return pa.types.is_string(kind) or pa.types.is_large_string(kind)


def unpacked(kind):
    """Of a dictionary the type of its values."""
    return kind.value_type if pa.types.is_dictionary(kind) else kind


def described(file, field):
    kind = unpacked(field.type)
    entry = {"key": field.name, "shape": [file.rows], "big": False, "offset": None}
    if is_list(kind) and number_type(kind.value_type):
        fixed = pa.types.is_fixed_size_list(kind)
        width = kind.list_size if fixed else file.values_per_row(field.name)
        return {**entry, "shape": [file.rows, width], "type": number_type(kind.value_type), "guessed": not fixed}
    if is_text(kind):
        return {**entry, "type": "S"}
    name = str(kind)
    name = name if len(name) <= LONGEST_TYPE else name[:LONGEST_TYPE] + "..."
    return {**entry, "type": number_type(kind) or name, "texts": is_list(kind) and is_text(unpacked(kind.value_type))}


def numbers(array, dtype):
    """The cells of a column, or of the values in lists; missing(dtype) where there is none. No cell is cast by
    pyarrow: whether that succeeds would depend on the others."""
    if array.null_count and not pa.types.is_floating(array.type): # of floats pyarrow makes NaN
        out = array.fill_null(False if pa.types.is_boolean(array.type) else 0)
        out = out.to_numpy(zero_copy_only=False).astype(dtype)
        out[np.asarray(array.is_null())] = missing(dtype)
        return out
    return array.to_numpy(zero_copy_only=False).astype(dtype, copy=False)


def missing(dtype):
    """What stands for no number, and is no label: NaN, the smallest integer, of those without a sign the largest."""
    if np.issubdtype(dtype, np.floating):
        return np.nan
    return np.iinfo(dtype).max if np.issubdtype(dtype, np.unsignedinteger) else np.iinfo(dtype).min


def lists(array, width, dtype):
    out = np.full((len(array), width), missing(dtype), dtype=dtype)
    if pa.types.is_fixed_size_list(array.type):
        starts = (array.offset + np.arange(len(array))) * array.type.list_size
        lengths = np.full(len(array), array.type.list_size)
    else:
        offsets = np.asarray(array.offsets)
        starts, lengths = offsets[:-1], np.diff(offsets)
    good = (lengths == width) & ~np.asarray(array.is_null())
    if not good.any() or not width:
        return out
    first, last = int(starts[good][0]), int(starts[good][-1]) + width
    values = numbers(array.values.slice(first, last - first), dtype)
    if good.all() and len(values) == len(array) * width:
        return values.reshape(len(array), width)
    for row in np.nonzero(good)[0]:
        out[row] = values[starts[row] - first:starts[row] - first + width]
    return out


def read(file, first, count, type_name, width, names):
    dtype = np.dtype(type_name)
    for arrays in file.columns(names, first, count):
        if is_list(arrays[0].type):
            block = lists(arrays[0], width, dtype)
        else:
            block = np.stack([numbers(a, dtype) for a in arrays], axis=1)
        sys.stdout.buffer.write(np.ascontiguousarray(block).tobytes())


def label(value):
    """One label of a list as text; nothing where it only fills up."""
    if isinstance(value, bytes):
        return value if value.strip(b" \t\r\n\0") and b";" not in value else UNKNOWN
    if value is None or not math.isfinite(value) or value != int(value):
        return UNKNOWN
    return b"" if value == PADDING else str(int(value)).encode()


def label_lists(array):
    """A list as the text that it would be in a table, "3;17"."""
    values = array.flatten()
    if pa.types.is_dictionary(values.type):
        values = values.dictionary_decode()
    if is_text(values.type):
        values = values.cast(pa.large_binary())
    rest = iter(values.to_pylist())
    cells = []
    for length in pc.fill_null(pc.list_value_length(array), 0).to_pylist():
        labels = [label(value) for value in itertools.islice(rest, length)]
        text = b";".join(one for one in labels if one)
        cells.append(text if len(text) <= LONGEST_TEXT else UNKNOWN)
    return cells


def texts(file, name):
    for (array,) in file.columns([name]):
        if is_list(array.type):
            write_texts(label_lists(array))
            continue
        cells = []
        if pa.types.is_integer(array.type):
            array = array.cast(pa.string())
        for cell in array.cast(pa.large_binary()).to_pylist():  # bytes, as text may be none
            cells.append(cell if cell and len(cell) <= LONGEST_TEXT else b"")
        write_texts(cells)


def write_texts(cells):
    sys.stdout.buffer.write(b"".join(len(t).to_bytes(4, sys.byteorder) + t for t in cells))


def main(words):
    if len(words) < 2 or words[0] not in ("list", "read", "texts"):
        raise Stop("it is started by Parsimony: parsimony-columns-reader list FILE | read FILE FIRST COUNT TYPE WIDTH "
                   "COLUMN... | texts FILE COLUMN")
    pa.set_cpu_count(1)
    file = File(words[1])
    if words[0] == "list":
        text = json.dumps([described(file, field) for field in file.schema])
        sys.stdout.write(text)
    elif words[0] == "read":
        read(file, int(words[2]), int(words[3]), words[4], int(words[5]), words[6:])
    else:
        texts(file, words[2])
    sys.stdout.flush()


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Stop as stop:
        sys.stderr.write(MARK + str(stop) + "\n")
        sys.exit(1)
    except MemoryError:
        sys.stderr.write(MARK + "it needs more memory than its reader may take\n")
        sys.exit(1)
    except Exception as error:  # its text may quote what a record holds
        sys.stderr.write(MARK + "the file is damaged or packed in a way that pyarrow " + pa.__version__ + " does not know (" +
                         type(error).__name__ + ")\n")
        sys.exit(1)
