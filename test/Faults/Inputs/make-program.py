"""Writes a program that runs the cases of known-faults.json.

usage: make-program.py [--bounds] KIND... > program.mlir

KIND is the first letters of the ids to take, such as A or B01. Each case
becomes a public function without arguments that hands the inputs to a private
function, from one of PROGRAMS or elementwise.txt, and expects the outputs. So
does each other function of PROGRAMS whose name begins with the case's and "_".
An elementwise case becomes two: one on tensors, and one on scalars, which is
called for each element.

With --bounds floats that are not exact are expected within the tolerance of the
case, else nearly: the interpreter cannot decide what is at a bound.
"""
import json
import math
import os
import re
import struct
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = {"programs.mlir": "ABCDER", "scheduling.mlir": "FGPV"}
FLOATS = {"f16": ("e", "H"), "f32": ("f", "I"), "f64": ("d", "Q")}


def read(name):
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return file.read()


def get_type(dtype):
    return {"bool": "i1"}.get(dtype, re.sub("^u", "i", dtype))


def get_tensor(dtype, shape):
    return "tensor<" + "".join(f"{n}x" for n in shape) + get_type(dtype) + ">"


def flatten(data):
    if not isinstance(data, list):
        return [data]
    return [number for part in data for number in flatten(part)]


def get_bits(number, dtype):
    """The bits of a float that `dtype` holds exactly."""
    if dtype == "bf16":
        return get_bits(number, "f32") >> 16
    code, integer = FLOATS[dtype]
    return struct.unpack(integer, struct.pack(code, number))[0]


def get_float(bits, dtype):
    code, integer = FLOATS[dtype]
    return struct.unpack(code, struct.pack(integer, bits))[0]


def get_neighbour(number, dtype, steps):
    """The float that is `steps` above, or below where that is negative."""
    if math.isnan(number) or math.isinf(number):
        return number
    sign = 1 << (4 * get_digits(dtype) - 1)
    bits = get_bits(number, dtype)
    place = (sign - bits if bits & sign else bits) + steps
    return get_float(sign - place if place < 0 else place, dtype)


def get_digits(dtype):
    return {"f16": 4, "bf16": 4, "f32": 8, "f64": 16}[dtype]


def get_scalar(number, dtype):
    if dtype == "bool":
        return "true" if number else "false"
    if dtype in FLOATS or dtype == "bf16":
        bits = get_bits(float(number), dtype)
        return f"0x{bits:0{get_digits(dtype)}X}"
    width = int(dtype[1:])
    return str(number - (1 << width) if number >> (width - 1) > 0 else number)


class Tensor:
    def __init__(self, dtype, shape, numbers):
        self.dtype, self.shape, self.numbers = dtype, shape, numbers
        self.type = get_tensor(dtype, shape)

    @staticmethod
    def read(entry):
        numbers = flatten(entry["data"])
        count = math.prod(entry["shape"])
        # One number stands for all.
        numbers = numbers * count if len(numbers) == 1 else numbers
        return Tensor(entry["dtype"], entry["shape"], numbers[:count])

    def dense(self):
        def nest(shape, numbers):
            if not shape:
                return get_scalar(numbers[0], self.dtype)
            step = len(numbers) // shape[0]
            rows = [numbers[i:i + step] for i in range(0, len(numbers), step)]
            return "[" + ", ".join(nest(shape[1:], row) for row in rows) + "]"
        if not self.numbers:
            return f"dense<> : {self.type}"
        if all(repr(n) == repr(self.numbers[0]) for n in self.numbers):
            return f"dense<{nest([], self.numbers)}> : {self.type}"
        return f"dense<{nest(self.shape, self.numbers)}> : {self.type}"


class Function:
    """The text of one test, value by value."""

    def __init__(self, name):
        self.name, self.lines, self.count = name, [], 0

    def add(self, text, results=1):
        value = f"%{self.count}"
        self.count += 1
        suffix = f":{results}" if results > 1 else ""
        self.lines.append(f"  {value}{suffix} = {text}")
        return [f"{value}#{i}" for i in range(results)] if results > 1 \
            else [value]

    def expect(self, value, expected, kind="expect_eq_const"):
        wanted = self.add(f"arith.constant {expected.dense()}")[0]
        self.lines.append(
            f'  "check.expect"({value}, {wanted}) {{kind = "{kind}"}} '
            f": ({expected.type}, {expected.type}) -> ()")

    def __str__(self):
        return "\n".join([f"func.func @test_{self.name}() {{", *self.lines,
                          "  return", "}", ""])


def expect_signs(function, value, expected):
    width = 4 * get_digits(expected.dtype)
    def of(numbers):
        return Tensor(f"i{width}", expected.shape, numbers)
    top = 1 << (width - 1)
    numbers = [0 if math.isnan(n) else top for n in expected.numbers]
    signs = [top if mask and math.copysign(1, n) < 0 else 0
             for mask, n in zip(numbers, expected.numbers)]
    bits = function.add(
        f"arith.bitcast {value} : {expected.type} to {of(numbers).type}")[0]
    mask = function.add(f"arith.constant {of(numbers).dense()}")[0]
    sign = function.add(f"arith.andi {bits}, {mask} : {of(numbers).type}")[0]
    function.expect(sign, of(signs))


def get_bounds(expected, tolerance, direction):
    if "ulp" in tolerance:
        return [get_neighbour(n, expected.dtype, direction * tolerance["ulp"])
                for n in expected.numbers]
    return [n if math.isinf(n) else n + direction * abs(n) * tolerance["rtol"]
            for n in expected.numbers]


def expect_between(function, value, expected, tolerance):
    """Expects floats near to those expected; NaN where one is."""
    low, high = (function.add("arith.constant " + Tensor(
        expected.dtype, expected.shape,
        get_bounds(expected, tolerance, direction)).dense())[0]
        for direction in (-1, 1))
    floats, flags = expected.type, get_tensor("bool", expected.shape)
    is_above = function.add(f"arith.cmpf oge, {value}, {low} : {floats}")[0]
    is_below = function.add(f"arith.cmpf ole, {value}, {high} : {floats}")[0]
    is_near = function.add(f"arith.andi {is_above}, {is_below} : {flags}")[0]
    is_nan = function.add(f"arith.cmpf uno, {value}, {value} : {floats}")[0]
    is_right = function.add(f"arith.ori {is_near}, {is_nan} : {flags}")[0]
    nans = [math.isnan(n) for n in expected.numbers]
    function.expect(is_right, Tensor("bool", expected.shape, [True] * len(nans)))
    function.expect(is_nan, Tensor("bool", expected.shape, nans))


def expect_all(function, case, values, has_bounds):
    tolerance = case.get("tolerance", {})
    for value, entry in zip(values, case["expected"].values()):
        expected = Tensor.read(entry)
        expected.numbers = [float(n) for n in expected.numbers] \
            if expected.dtype in (*FLOATS, "bf16") else expected.numbers
        is_close = expected.dtype in FLOATS and \
            ("ulp" in tolerance or "rtol" in tolerance)
        if is_close and has_bounds:
            expect_between(function, value, expected, tolerance)
        else:
            function.expect(value, expected, "expect_almost_eq_const"
                            if is_close else "expect_eq_const")
        if tolerance.get("signed_zero") and (has_bounds or not is_close):
            expect_signs(function, value, expected)


def make_tensor_test(case, name, has_bounds):
    function = Function(name)
    inputs = [Tensor.read(entry) for entry in case["inputs"].values()]
    values = [function.add(f"arith.constant {x.dense()}")[0] for x in inputs]
    types = [get_tensor(e["dtype"], e["shape"])
             for e in case["expected"].values()]
    results = function.add(
        f"call @{name}({', '.join(values)}) : "
        f"({', '.join(x.type for x in inputs)}) -> ({', '.join(types)})",
        len(types))
    expect_all(function, case, results, has_bounds)
    return str(function)


def make_scalar_test(case, name, has_bounds):
    function = Function(f"{name}_scalar")
    inputs = [Tensor.read(entry) for entry in case["inputs"].values()]
    outputs = list(case["expected"].values())
    elements = [[] for _ in outputs]
    types = [get_type(e["dtype"]) for e in outputs]
    for element in range(max(len(x.numbers) for x in inputs)):
        values = []
        for x in inputs:
            text = get_scalar(x.numbers[element % len(x.numbers)], x.dtype)
            suffix = "" if x.dtype == "bool" else f" : {get_type(x.dtype)}"
            values += function.add(f"arith.constant {text}{suffix}")
        results = function.add(
            f"call @{name}_scalar({', '.join(values)}) : "
            f"({', '.join(get_type(x.dtype) for x in inputs)}) -> "
            f"({', '.join(types)})", len(types))
        for known, result in zip(elements, results):
            known.append(result)
    values = []
    for known, e in zip(elements, outputs):
        used = known[:math.prod(e["shape"])]
        values += function.add(f"tensor.from_elements {', '.join(used)} : "
                               + get_tensor(e["dtype"], e["shape"]))
    expect_all(function, case, values, has_bounds)
    return str(function)


def make_elementwise(name, arguments, body, results, shapes):
    """One function on scalars if `shapes` is empty."""
    def get(dtype, value):
        return get_tensor(dtype, shapes.get(value, [])) if shapes else dtype

    def translate(line):
        used = re.findall(r"%\w+", line)
        shape_of = next((v for v in used[1:] + used[:1] if v in shapes), None)
        if not shapes:
            line = re.sub(r"<i1>, <(\w+)>$", r"\1", line)
            line = re.sub(r"<(\S+) : (\w+)>", r"\1 : \2", line)
            return re.sub(r"<(\w+)>", r"\1", line)
        if shape_of:
            shapes[used[0]] = shapes[shape_of]
        else:
            shapes[used[0]] = shapes[arguments[0][0]]
        line = re.sub(r"<(\S+) : (\w+)>",
                      lambda m: f"dense<{m[1]}> : {get(m[2], used[0])}", line)
        return re.sub(r"(?<!dense)(?<!tensor)<(\w+)>",
                      lambda m: get(m[1], used[0]), line)

    lines = [translate(line) for line in body]
    suffix = "" if shapes else "_scalar"
    types = [get(dtype, value) for value, dtype in arguments]
    signature = ", ".join(f"{value}: {type}" for (value, _), type
                          in zip(arguments, types))
    outputs = [get(dtype, value) for value, dtype in results]
    values = ", ".join(value for value, _ in results)
    return "\n".join([
        f"func.func private @{name}{suffix}({signature}) -> "
        f"({', '.join(outputs)}) {{", *lines,
        f"  return {values} : {', '.join(outputs)}", "}", ""])


def main(kinds, has_bounds):
    cases = {case["id"]: case
             for case in json.loads(read("known-faults.json"))["cases"]}
    programs = "\n".join(read(file) for file, letters in PROGRAMS.items()
                         if any(kind[0] in letters for kind in kinds))
    elementwise = dict(
        (part.split(maxsplit=1)[0], part.strip().split("\n"))
        for part in read("elementwise.txt").split("\n== ")[1:])
    print(programs)
    for name, case in cases.items():
        if not any(name.startswith(kind) for kind in kinds):
            continue
        if name in elementwise:
            header, *body = elementwise[name]
            arguments = re.findall(r"(%\w+): <(\w+)>", header)
            results = [(f"%{key}", get_type(entry["dtype"]))
                       for key, entry in case["expected"].items()]
            shapes = {f"%{key}": entry["shape"]
                      for key, entry in case["inputs"].items()}
            print(make_elementwise(name, arguments, body, results, shapes))
            print(make_elementwise(name, arguments, body, results, {}))
            print(make_scalar_test(case, name, has_bounds))
            print(make_tensor_test(case, name, has_bounds))
            continue
        functions = re.findall(rf"private @({name}(?:_\w+)?)\(", programs)
        if not functions:
            sys.exit(f"make-program.py: there is no program for {name}")
        for function in functions:
            print(make_tensor_test(case, function, has_bounds))


if __name__ == "__main__":
    arguments = [a for a in sys.argv[1:] if a != "--bounds"]
    main(arguments, has_bounds=len(arguments) < len(sys.argv) - 1)
