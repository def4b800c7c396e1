//===- KernelPicture.cpp - The kernels section as a picture ---------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each kernel is laid out for itself, and then the kernels, inputs and outputs
// around them.
//
//===----------------------------------------------------------------------===//

#include "KernelReport.h"
#include "LayeredLayout.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::stax;

/// Vertices up to which a picture can be read.
static constexpr unsigned kMaxVertices = 250;

/// Of a character, in pixels.
static constexpr double kCharWidth = 6.7, kLine = 14;
/// Around the operations of a kernel, and above for its name.
static constexpr double kPadding = 12, kTitle = 18;

namespace {
/// What flows from one box of the picture to another.
struct Flow {
  llvm::SmallSetVector<unsigned, 2> buffers;
  bool isWeak = true; ///< nothing does: it is only an order
};

class KernelPicture {
public:
  explicit KernelPicture(const KernelReport &report)
      : report(report), showsNodes(report.nodes.size() <= kMaxVertices) {}

  void write(raw_ostream &os);

private:
  void layOutKernels();
  void layOutGraph();
  void addFlow(unsigned from, unsigned to, std::optional<unsigned> buffer,
               DependenceKind kind);
  void writeFlows(raw_ostream &os) const;
  void writePill(raw_ostream &os, unsigned vertex, unsigned buffer) const;
  void writeKernel(raw_ostream &os, unsigned kernel) const;
  void writeNode(raw_ostream &os, unsigned node, LayoutPoint corner) const;
  std::string getTitle(unsigned kernel) const;
  std::string getPillText(unsigned buffer) const;
  SmallVector<std::string, 3> getLines(unsigned node) const;

  const KernelReport &report;
  bool showsNodes;
  std::vector<GraphLayout> insides;      ///< of each kernel, its nodes
  std::vector<unsigned> placeInKernel;   ///< of each node
  SmallVector<unsigned> inputs, outputs; ///< buffers
  GraphLayout outside;                   ///< inputs, kernels, outputs
  std::vector<Flow> flows;               ///< of each edge outside
  llvm::MapVector<std::pair<unsigned, unsigned>, Flow> flowOf;
};
} // namespace

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

static double widthOf(StringRef text) { return kCharWidth * text.size(); }

SmallVector<std::string, 3> KernelPicture::getLines(unsigned number) const {
  const KernelReport::Node &node = report.nodes[number];
  SmallVector<std::string, 3> lines;
  lines.push_back("op" + std::to_string(number) + " " + node.op);
  for (const std::string &line : {node.detail, node.grouping})
    if (!line.empty())
      lines.push_back(line);
  return lines;
}

std::string KernelPicture::getTitle(unsigned number) const {
  const KernelReport::Kernel &kernel = report.kernels[number];
  if (!kernel.isKernel)
    return "";
  std::string title = "kernel " + std::to_string(number);
  if (!showsNodes)
    title += ", " + std::to_string(kernel.nodes.size()) + " operations";
  return title + ": reads " + spellBytes(kernel.bytesRead) + ", writes " +
         spellBytes(kernel.bytesWritten);
}

std::string KernelPicture::getPillText(unsigned buffer) const {
  return "buf" + std::to_string(buffer) + "  " + report.buffers[buffer].type +
         "  " + spellBytes(report.buffers[buffer].bytes);
}

static void writeText(raw_ostream &os, double x, double y, StringRef text,
                      StringRef style = "") {
  os << llvm::format("<text x=\"%.1f\" y=\"%.1f\"", x, y) << style << '>';
  llvm::printHTMLEscaped(text, os);
  os << "</text>\n";
}

static void writeTitle(raw_ostream &os, StringRef text) {
  os << "<title>";
  llvm::printHTMLEscaped(text, os);
  os << "</title>";
}

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

void KernelPicture::layOutKernels() {
  insides.resize(report.kernels.size());
  placeInKernel.resize(report.nodes.size());
  if (!showsNodes)
    return;
  for (auto [kernel, inside] : llvm::zip_equal(report.kernels, insides))
    for (auto [place, node] : llvm::enumerate(kernel.nodes)) {
      placeInKernel[node] = place;
      double width = 0;
      SmallVector<std::string, 3> lines = getLines(node);
      for (const std::string &line : lines)
        width = std::max(width, widthOf(line));
      inside.vertices.push_back({width + 16, kLine * lines.size() + 8, {}});
    }
  llvm::SetVector<std::pair<unsigned, unsigned>> edges;
  for (const Dependence &dependence : report.dependences)
    if (report.nodes[dependence.from].kernel ==
        report.nodes[dependence.to].kernel)
      edges.insert({dependence.from, dependence.to});
  for (auto [from, to] : edges)
    insides[report.nodes[from].kernel].edges.push_back(
        {placeInKernel[from], placeInKernel[to], {}});
  for (GraphLayout &inside : insides)
    placeInRows(inside, {/*columns=*/14, /*rows=*/24});
}

void KernelPicture::addFlow(unsigned from, unsigned to,
                            std::optional<unsigned> buffer,
                            DependenceKind kind) {
  Flow &flow = flowOf[{from, to}];
  if (buffer)
    flow.buffers.insert(*buffer);
  flow.isWeak &= kind == DependenceKind::Weak;
}

void KernelPicture::layOutGraph() {
  for (auto [number, buffer] : llvm::enumerate(report.buffers)) {
    if (!buffer.producer && !buffer.isMemory)
      inputs.push_back(number);
    if (buffer.producer && buffer.isOutput && !buffer.isMemory)
      outputs.push_back(number);
  }
  unsigned firstKernel = inputs.size();
  unsigned firstOutput = firstKernel + report.kernels.size();
  llvm::SmallDenseMap<unsigned, unsigned> inputOf;
  for (auto [vertex, buffer] : llvm::enumerate(inputs))
    inputOf[buffer] = vertex;
  for (auto [number, kernel] : llvm::enumerate(report.kernels))
    for (unsigned buffer : kernel.reads)
      if (auto it = inputOf.find(buffer); it != inputOf.end())
        addFlow(it->second, firstKernel + number, buffer,
                DependenceKind::Memory);
  for (const Dependence &dependence : report.dependences) {
    unsigned from = report.nodes[dependence.from].kernel;
    unsigned to = report.nodes[dependence.to].kernel;
    if (from != to)
      addFlow(firstKernel + from, firstKernel + to, dependence.buffer,
              dependence.kind);
  }
  for (auto [number, buffer] : llvm::enumerate(outputs))
    addFlow(firstKernel + report.nodes[*report.buffers[buffer].producer].kernel,
            firstOutput + number, buffer, DependenceKind::Memory);

  auto addPill = [&](unsigned buffer) {
    outside.vertices.push_back(
        {widthOf(getPillText(buffer)) + 24, kLine + 10, {}});
  };
  llvm::for_each(inputs, addPill);
  for (auto [number, inside] : llvm::enumerate(insides)) {
    bool hasTitle = report.kernels[number].isKernel;
    double width = std::max(inside.width, widthOf(getTitle(number)));
    outside.vertices.push_back(
        {width + (hasTitle ? 2 * kPadding : 0),
         inside.height + (hasTitle ? 2 * kPadding + kTitle : 0),
         {}});
  }
  llvm::for_each(outputs, addPill);
  for (auto &[ends, flow] : flowOf) {
    outside.edges.push_back({ends.first, ends.second, {}});
    flows.push_back(flow);
  }
  placeInRows(outside, {/*columns=*/28, /*rows=*/44});
}

//===----------------------------------------------------------------------===//
// SVG
//===----------------------------------------------------------------------===//

/// Down from point to point, each of which it passes vertically.
static void writePath(raw_ostream &os, ArrayRef<LayoutPoint> points) {
  os << llvm::format("d=\"M%.1f,%.1f", points[0].x, points[0].y);
  for (auto [from, to] : llvm::zip(points, points.drop_front())) {
    double middle = (from.y + to.y) / 2;
    os << llvm::format(" C%.1f,%.1f %.1f,%.1f %.1f,%.1f", from.x, middle, to.x,
                       middle, to.x, to.y);
  }
  os << "\" ";
}

/// Where edges leave or reach the boxes: side by side, in the order in which
/// their other ends lie.
static std::vector<double> placePorts(const GraphLayout &layout, bool atTop) {
  std::vector<SmallVector<std::pair<double, unsigned>>> ends(
      layout.vertices.size());
  for (auto [number, edge] : llvm::enumerate(layout.edges)) {
    double other = layout.vertices[atTop ? edge.from : edge.to].centre();
    if (!edge.bends.empty())
      other = atTop ? edge.bends.back().x : edge.bends.front().x;
    ends[atTop ? edge.to : edge.from].push_back({other, number});
  }
  std::vector<double> ports(layout.edges.size());
  for (auto [vertex, list] : llvm::zip_equal(layout.vertices, ends)) {
    llvm::sort(list);
    for (auto [position, end] : llvm::enumerate(list))
      ports[end.second] = vertex.corner.x + vertex.width * (position + 1) /
                                                double(list.size() + 1);
  }
  return ports;
}

/// All edges of `layout`, moved by `origin`; `describe` ends the element.
static void
writeEdges(raw_ostream &os, const GraphLayout &layout, LayoutPoint origin,
           llvm::function_ref<void(unsigned edge, LayoutPoint end)> describe) {
  std::vector<double> starts = placePorts(layout, /*atTop=*/false);
  std::vector<double> ends = placePorts(layout, /*atTop=*/true);
  for (auto [number, edge] : llvm::enumerate(layout.edges)) {
    const LayoutVertex &from = layout.vertices[edge.from];
    SmallVector<LayoutPoint> points;
    points.push_back({starts[number], from.corner.y + from.height});
    llvm::append_range(points, edge.bends);
    points.push_back({ends[number], layout.vertices[edge.to].corner.y - 3});
    for (LayoutPoint &point : points)
      point = {point.x + origin.x, point.y + origin.y};
    os << "<path ";
    writePath(os, points);
    describe(number, points.back());
  }
}

void KernelPicture::writeFlows(raw_ostream &os) const {
  // Labels stand beside arrowheads where these are far enough apart.
  std::vector<double> gapAt(outside.vertices.size(), 1);
  for (const LayoutEdge &edge : outside.edges)
    ++gapAt[edge.to];
  for (auto [gap, vertex] : llvm::zip_equal(gapAt, outside.vertices))
    gap = vertex.width / gap;
  writeEdges(os, outside, {}, [&](unsigned number, LayoutPoint end) {
    const Flow &flow = flows[number];
    int64_t bytes = 0;
    std::string title;
    for (unsigned buffer : flow.buffers) {
      bytes += report.buffers[buffer].bytes;
      title += getPillText(buffer) + "\n";
    }
    if (flow.isWeak)
      title = "an order, no data";
    os << "class=\"" << (flow.isWeak ? "order" : "flow") << "\">";
    writeTitle(os, title);
    os << "</path>\n";
    std::string label = spellBytes(bytes);
    if (bytes > 0 && widthOf(label) < gapAt[outside.edges[number].to])
      writeText(os, end.x + 5, end.y - 7, label, " class=\"small\"");
  });
}

void KernelPicture::writePill(raw_ostream &os, unsigned vertex,
                              unsigned buffer) const {
  const LayoutVertex &box = outside.vertices[vertex];
  os << llvm::format("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                     "height=\"%.1f\" rx=\"%.1f\" class=\"pill\">",
                     box.corner.x, box.corner.y, box.width, box.height,
                     box.height / 2);
  writeTitle(os, report.buffers[buffer].producer ? "output" : "input");
  os << "</rect>\n";
  writeText(os, box.corner.x + 12, box.corner.y + kLine + 2,
            getPillText(buffer));
}

void KernelPicture::writeNode(raw_ostream &os, unsigned number,
                              LayoutPoint corner) const {
  const KernelReport::Node &node = report.nodes[number];
  const LayoutVertex &box =
      insides[node.kernel].vertices[placeInKernel[number]];
  os << llvm::format("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                     "height=\"%.1f\" rx=\"3\" class=\"op\">",
                     corner.x, corner.y, box.width, box.height);
  writeTitle(os, node.place + "\n" + llvm::join(node.accesses, "\n"));
  os << "</rect>\n";
  for (auto [line, text] : llvm::enumerate(getLines(number)))
    writeText(os, corner.x + 8, corner.y + kLine * (line + 1), text,
              line == 0 ? " class=\"name\"" : "");
}

void KernelPicture::writeKernel(raw_ostream &os, unsigned number) const {
  const KernelReport::Kernel &kernel = report.kernels[number];
  const LayoutVertex &box = outside.vertices[inputs.size() + number];
  LayoutPoint origin = box.corner;
  if (kernel.isKernel) {
    os << llvm::format("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                       "height=\"%.1f\" rx=\"6\" class=\"kernel\"/>\n",
                       box.corner.x, box.corner.y, box.width, box.height);
    writeText(os, box.corner.x + kPadding, box.corner.y + kLine + 2,
              getTitle(number), " class=\"name\"");
    origin = {origin.x + (box.width - insides[number].width) / 2,
              origin.y + kPadding + kTitle};
  }
  writeEdges(os, insides[number], origin,
             [&](unsigned, LayoutPoint) { os << "class=\"inside\"/>\n"; });
  if (!showsNodes)
    return;
  for (unsigned node : kernel.nodes) {
    LayoutPoint corner = insides[number].vertices[placeInKernel[node]].corner;
    writeNode(os, node, {origin.x + corner.x, origin.y + corner.y});
  }
}

/// Of pictures of this class alone: a page may have others.
static constexpr StringLiteral kStyle =
    "<style>.kernels text{font:11px monospace;fill:#222}"
    ".kernels .name{font-weight:bold}"
    ".kernels .small{font-size:10px;fill:#456;paint-order:stroke;stroke:#fff;"
    "stroke-width:3px}.kernels path{fill:none}"
    ".kernels .kernel{fill:#eef3fb;stroke:#5b82c0}"
    ".kernels .op{fill:#fff;stroke:#888}"
    ".kernels .pill{fill:#fff6e0;stroke:#c9a24a}"
    ".kernels .flow{stroke:#3a62a8;stroke-width:1.6;marker-end:url(#arrow)}"
    ".kernels .order{stroke:#999;stroke-dasharray:4 3;"
    "marker-end:url(#arrow)}"
    ".kernels .inside{stroke:#888;marker-end:url(#arrow)}</style>\n"
    "<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"6\" refY=\"4\" "
    "markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\" "
    "markerUnits=\"userSpaceOnUse\"><path d=\"M0,0 L8,4 L0,8 z\" "
    "style=\"fill:#555\"/></marker></defs>\n";

void KernelPicture::write(raw_ostream &os) {
  layOutKernels();
  layOutGraph();
  os << llvm::format("<svg xmlns=\"http://www.w3.org/2000/svg\" "
                     "class=\"kernels\" viewBox=\"-8 -8 %.0f %.0f\" "
                     "style=\"width:%.0fpx;"
                     "max-width:100%%\">\n",
                     outside.width + 16, outside.height + 16,
                     outside.width + 16)
     << kStyle;
  for (auto [vertex, buffer] : llvm::enumerate(inputs))
    writePill(os, vertex, buffer);
  for (unsigned kernel = 0; kernel < report.kernels.size(); ++kernel)
    writeKernel(os, kernel);
  for (auto [position, buffer] : llvm::enumerate(outputs))
    writePill(os, inputs.size() + report.kernels.size() + position, buffer);
  writeFlows(os);
  os << "</svg>\n";
}

void stax::writeKernelSvg(raw_ostream &os, const KernelReport &report) {
  if (report.kernels.size() > kMaxVertices) {
    os << "<p>" << report.kernels.size()
       << " kernels are too many for a picture.</p>\n";
    return;
  }
  KernelPicture(report).write(os);
}
