"""Loads a page in a headless browser and measures what it has drawn.

usage: draw-page.py FILE.html

A copy of the page gets a script that writes its measurements into the document,
which the browser prints.
"""
import re
import shutil
import subprocess
import sys
import tempfile

SCRIPT = """<script>
const find = name => [...document.querySelectorAll(`svg.kernels ${name}`)];
const place = element => element.getBoundingClientRect();
const kernels = find('.kernel').map(place), ops = find('.op').map(place);
const pills = find('.pill').map(place);
const isInside = element => {
  const box = place(element), frame = place(element.closest('svg'));
  return box.width > 0 && box.height > 0 &&
      box.left >= frame.left && box.right <= frame.right &&
      box.top >= frame.top && box.bottom <= frame.bottom;
};
const meet = (a, b) => a.left < b.right && b.left < a.right &&
    a.top < b.bottom && b.top < a.bottom;
const countMeetings = list => list.flatMap((a, i) =>
    list.slice(i + 1).filter(b => meet(a, b))).length;
const outside = find('rect, text').filter(item => !isInside(item));
document.body.innerHTML = `<pre>pictures: \
${document.querySelectorAll('svg.kernels').length} of kernels, \
${kernels.length} kernels, ${ops.length} operations, \
${pills.length} inputs and outputs
outside of the picture: ${outside.length}
boxes over boxes: ${countMeetings(ops) + countMeetings([...kernels, ...pills])}
</pre>`;
</script>"""


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        page = file.read().replace("</body>", SCRIPT + "</body>")
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/page.html", "w", encoding="utf-8") as file:
            file.write(page)
        run = subprocess.run(
            [shutil.which("chromium"), "--headless", "--no-sandbox",
             "--disable-gpu", f"--user-data-dir={folder}/profile",
             "--dump-dom", f"file://{folder}/page.html"],
            capture_output=True, text=True, timeout=60, check=True)
    print(re.search("<pre>(.*)</pre>", run.stdout, re.DOTALL).group(1))


main()
