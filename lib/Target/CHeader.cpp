//===- CHeader.cpp - Compiled modules for C and C++ -----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Target/CHeader.h"
#include "stax/Support/DType.h"
#include "stax/Support/Diagnostics.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace mlir::stax;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Words of C23 and C++20 that cannot name a function, and `main`, whose type
/// the languages fix.
static constexpr StringLiteral kReservedWords =
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch "
    "char char16_t char32_t char8_t class co_await co_return co_yield compl "
    "concept const const_cast consteval constexpr constinit continue "
    "decltype default delete do double dynamic_cast else enum explicit "
    "export extern false float for friend goto if inline int long main "
    "mutable namespace new noexcept not not_eq nullptr operator or or_eq "
    "private protected public register reinterpret_cast requires restrict "
    "return short signed sizeof static static_assert static_cast struct "
    "switch template this thread_local throw true try typedef typeid "
    "typename typeof typeof_unqual union unsigned using virtual void "
    "volatile wchar_t while xor xor_eq";

static bool isReservedWord(StringRef name) {
  return llvm::is_contained(llvm::split(kReservedWords, ' '), name);
}

bool mlir::stax::isCLibraryFunction(StringRef name) {
  llvm::TargetLibraryInfoImpl library{
      llvm::Triple(llvm::sys::getProcessTriple())};
  llvm::LibFunc function;
  return library.getLibFunc(name, function);
}

static bool isIdentifier(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// Why C cannot have a function of this name; empty if it can.
static StringRef getNameProblem(StringRef name) {
  if (!isIdentifier(name))
    return "is not an identifier of C";
  if (isReservedWord(name))
    return "has a meaning of its own in C or C++";
  if (isCLibraryFunction(name))
    return "is that of a C library function";
  return {};
}

/// Fails if two of the names that `entries` define are the same.
static llvm::Error checkDistinct(ArrayRef<CEntry> entries) {
  llvm::StringSet<> names;
  for (const CEntry &entry : entries)
    names.insert(entry.name);
  for (const CEntry &entry : entries)
    for (StringRef suffix : {"_signature", "_arena_size"})
      if (names.contains(entry.name + suffix.str()))
        return makeError("function '{0}{1}' is also what C gets of function "
                         "'{0}'; rename one",
                         entry.name, suffix);
  return llvm::Error::success();
}

llvm::Expected<std::vector<CEntry>> stax::collectCEntries(ModuleOp module) {
  std::vector<CEntry> entries;
  for (auto function : module.getOps<func::FuncOp>()) {
    StringRef name = function.getName();
    if (name.starts_with("stax_"))
      return makeError("function '{0}' has a name of the Stax runtime, which "
                       "its calls would find; rename it",
                       name);
    if (!function.isPublic() || function.isDeclaration())
      continue;
    if (StringRef problem = getNameProblem(name); !problem.empty())
      return makeError("function '{0}' cannot be called from C, as its name "
                       "{1}; rename it or make it private",
                       name, problem);
    entries.push_back({name.str(), llvm::to_vector(function.getArgumentTypes()),
                       llvm::to_vector(function.getResultTypes())});
  }
  if (entries.empty())
    return makeError("no public function with a body, so nothing to call");
  if (llvm::Error error = checkDistinct(entries))
    return error;
  return entries;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string stax::getCHeaderPath(StringRef path) {
  SmallString<128> header = path;
  llvm::sys::path::replace_extension(header, "h");
  return header.str().str();
}

static std::string getDTypeEnumerator(Type element) {
  std::string name;
  llvm::raw_string_ostream(name) << element;
  std::optional<stax_dtype> dtype = parseDType(name);
  assert(dtype && "stax-emit-entry-points accepted it");
  return *dtype == STAX_BOOL ? "STAX_BOOL"
                             : "STAX_" + getDTypeName(*dtype).upper();
}

/// A line of a comment, such as "args[0]: STAX_F32 [64, ?]".
static void printTensor(StringRef array, size_t number, Type type,
                        llvm::raw_ostream &os) {
  os << " *   " << array << '[' << number
     << "]: " << getDTypeEnumerator(getElementTypeOrSelf(type)) << " [";
  if (auto shaped = dyn_cast<ShapedType>(type))
    llvm::interleaveComma(shaped.getShape(), os, [&](int64_t extent) {
      if (ShapedType::isDynamic(extent))
        os << '?';
      else
        os << extent;
    });
  os << "]\n";
}

static void printEntry(const CEntry &entry, llvm::raw_ostream &os) {
  os << "\n/* " << entry.name << '\n';
  for (auto [number, type] : llvm::enumerate(entry.arguments))
    printTensor("args", number, type, os);
  for (auto [number, type] : llvm::enumerate(entry.results))
    printTensor("results", number, type, os);
  os << " */\nint32_t " << entry.name
     << "(const stax_tensor *args, stax_tensor *results,\n"
     << "    void *arena, stax_error *error);\n"
     << "int64_t " << entry.name << "_arena_size(const stax_tensor *args);\n"
     << "extern const stax_function " << entry.name << "_signature;\n";
}

static std::string getGuard(StringRef path) {
  std::string guard = ("STAX_" + llvm::sys::path::stem(path).upper() + "_H");
  for (char &c : guard)
    if (!llvm::isAlnum(c))
      c = '_';
  return guard;
}

void stax::printCHeader(ArrayRef<CEntry> entries, StringRef path,
                        llvm::raw_ostream &os) {
  std::string guard = getGuard(path);
  os << "/* Generated by stax-compile. stax-c/Runtime.h says how to call what\n"
     << " * is declared here. An extent of ? is the caller's. */\n"
     << "#ifndef " << guard << "\n#define " << guard << "\n\n"
     << "#include \"stax-c/Runtime.h\"\n\n"
     << "#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
  for (const CEntry &entry : entries)
    printEntry(entry, os);
  os << "\n/* All of the above. Where a program has several compiled modules,\n"
     << " * this is the first one's. */\n"
     << "const stax_module *stax_signature(void);\n";
  if (entries.size() == 1)
    os << "int64_t stax_arena_size(const stax_tensor *args);\n";
  os << "\n#ifdef __cplusplus\n} /* extern \"C\" */\n#endif\n\n#endif /* "
     << guard << " */\n";
}
