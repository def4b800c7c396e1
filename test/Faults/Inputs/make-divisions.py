"""Writes programs that divide tensors of lengths from 1 to 17, of all integers.

The divisors are not zero, but what is beside them in memory is: in lanes that
have no points there must be no error.
"""

DIVISORS = [7, 7, 3, 9, 4]


def make(type, count):
    x = [20 + i for i in range(2 * count)]
    n = [DIVISORS[i % 5] for i in range(count)]
    rows, row = f"tensor<2x{count}x{type}>", f"tensor<{count}x{type}>"
    name = f"{type}_{count}"

    def dense(numbers):
        return f"dense<[{numbers[:count]}, {numbers[count:]}]> : {rows}"
    print(f"""
func.func private @{name}(%x: {rows}, %n: {row}) -> ({rows}, {rows}) {{
  %r:2 = stax.pointwise ins(%x, %n[(i, j) -> (j)] : {rows}, {row}) -> ({rows}, {rows}) {{
  ^bb0(%a: {type}, %b: {type}):
    %q = arith.floordivsi %a, %b : {type}
    %m = arith.remsi %a, %b : {type}
    stax.yield %m, %q : {type}, {type}
  }}
  return %r#0, %r#1 : {rows}, {rows}
}}
func.func @test_{name}() {{
  %x = arith.constant {dense(x)}
  %n = arith.constant dense<{n}> : {row}
  %0:2 = call @{name}(%x, %n) : ({rows}, {row}) -> ({rows}, {rows})
  %m = arith.constant {dense([a % b for a, b in zip(x, n + n)])}
  %q = arith.constant {dense([a // b for a, b in zip(x, n + n)])}
  "check.expect"(%0#0, %m) {{kind = "expect_eq_const"}} : ({rows}, {rows}) -> ()
  "check.expect"(%0#1, %q) {{kind = "expect_eq_const"}} : ({rows}, {rows}) -> ()
  return
}}""")


for count in range(1, 18):
    for type in ("i8", "i16", "i32", "i64"):
        make(type, count)
