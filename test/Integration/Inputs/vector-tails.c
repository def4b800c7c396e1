/* Calls the entries of several libraries, made from the same program for
 * different vectors, with tensors of many lengths that touch an unreadable page
 * on one side. All results are the same bits. */
#define _GNU_SOURCE
#include "stax-c/Runtime.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { kMaxLibraries = 8, kNumResults = 3, kPage = 4096, kPages = 10 };

typedef int32_t (*entry)(const stax_tensor *, stax_tensor *, void *,
                         stax_error *);

typedef struct {
  const char *name;
  int32_t dtype;
  size_t size;
  int32_t result_dtypes[kNumResults];
  size_t result_sizes[kNumResults];
  int32_t result_ranks[kNumResults];
} program;

static const program programs[] = {
    {"f32", STAX_F32, 4, {STAX_F32, STAX_F32, STAX_F32}, {4, 4, 4}, {1, 0, 0}},
    {"f64", STAX_F64, 8, {STAX_F64, STAX_F64, STAX_F64}, {8, 8, 8}, {1, 0, 0}},
    {"i8", STAX_I8, 1, {STAX_I8, STAX_BOOL, STAX_I8}, {1, 1, 1}, {1, 1, 0}},
    {"scans_f32",
     STAX_F32,
     4,
     {STAX_F32, STAX_F32, STAX_F32},
     {4, 4, 4},
     {1, 1, 1}},
    {"scans_f64",
     STAX_F64,
     8,
     {STAX_F64, STAX_F64, STAX_F64},
     {8, 8, 8},
     {1, 1, 0}},
    {"scans_i8",
     STAX_I8,
     1,
     {STAX_I8, STAX_I8, STAX_I8},
     {1, 1, 1},
     {1, 1, 1}}};

/* Readable pages between two that are not. */
static char *map_pages(void) {
  char *base = mmap(NULL, (kPages + 2) * kPage, PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(base + kPage, kPages * kPage, PROT_READ | PROT_WRITE);
  return base + kPage;
}

/* `bytes` at one end of `pages`. */
static char *place(char *pages, size_t bytes, int at_end) {
  return at_end ? pages + kPages * kPage - bytes : pages;
}

static void fill(const program *p, char *data, int64_t n) {
  int64_t i;
  for (i = 0; i < n; ++i) {
    int value = (int)((i * 37 + 11) % 101) - 50;
    float f = (float)value / 7 + 0.015625f;
    double d = (double)value / 7 + 0.015625;
    signed char c = (signed char)value;
    const void *source = p->size == 4   ? (const void *)&f
                         : p->size == 8 ? (const void *)&d
                                        : (const void *)&c;
    memcpy(data + i * (int64_t)p->size, source, p->size);
  }
}

static char *input_pages, *result_pages[kNumResults];
static char expected[kNumResults][kPages * kPage];

/* Whether the entry gives the expected bits; the first library's are such. */
static int check(entry run, const program *p, int64_t n, int at_end,
                 int is_first) {
  stax_tensor arg, results[kNumResults];
  stax_error error;
  int r;
  arg.data = place(input_pages, (size_t)n * p->size, at_end);
  arg.shape = &n;
  arg.strides = NULL;
  arg.rank = 1;
  arg.dtype = p->dtype;
  fill(p, arg.data, n);
  for (r = 0; r < kNumResults; ++r) {
    size_t bytes = p->result_sizes[r] * (p->result_ranks[r] ? (size_t)n : 1);
    results[r].data = place(result_pages[r], bytes, at_end);
    results[r].shape = &n;
    results[r].strides = NULL;
    results[r].rank = p->result_ranks[r];
    results[r].dtype = p->result_dtypes[r];
  }
  if (run(&arg, results, NULL, &error)) {
    printf("%s of %d failed: %s\n", p->name, (int)n, error.message);
    return 0;
  }
  for (r = 0; r < kNumResults; ++r) {
    size_t bytes = p->result_sizes[r] * (results[r].rank ? (size_t)n : 1);
    if (is_first && at_end)
      memcpy(expected[r], results[r].data, bytes);
    else if (memcmp(expected[r], results[r].data, bytes)) {
      printf("%s of %d: result %d differs\n", p->name, (int)n, r);
      return 0;
    }
  }
  return 1;
}

int main(int argc, char **argv) {
  static const int64_t long_lengths[] = {255,  256,  257,  4095, 4096,
                                         4097, 4160, 4161, 4223};
  void *libraries[kMaxLibraries];
  size_t num_long = sizeof long_lengths / sizeof *long_lengths, i, p;
  int library, at_end, ok = 1;
  input_pages = map_pages();
  for (i = 0; i < kNumResults; ++i)
    result_pages[i] = map_pages();
  for (library = 1; library < argc; ++library) {
    libraries[library] = dlopen(argv[library], RTLD_NOW | RTLD_LOCAL);
    if (!libraries[library]) {
      printf("%s\n", dlerror());
      return 1;
    }
  }
  stax_set_num_threads(2);
  for (p = 0; p < sizeof programs / sizeof *programs; ++p) {
    for (i = 0; i < 131 + num_long; ++i) {
      int64_t n = i < 131 ? (int64_t)i : long_lengths[i - 131];
      for (library = 1; library < argc; ++library)
        for (at_end = 1; at_end >= 0; --at_end) {
          entry run;
          *(void **)&run = dlsym(libraries[library], programs[p].name);
          ok &= check(run, &programs[p], n, at_end, library == 1);
        }
    }
    printf("%s: %s\n", programs[p].name, ok ? "same bits" : "differ");
  }
  return !ok;
}
