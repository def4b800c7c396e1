/* Calls the entries of several libraries, made from same-bits.mlir in different
 * ways, with 1, 2, 3 and 16 threads, the last number twice. All results are the
 * same bits. */
#include "stax-c/Runtime.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kNumResults = 3 };

typedef int32_t (*entry)(const stax_tensor *, stax_tensor *, void *,
                         stax_error *);

typedef struct {
  const char *name;
  int64_t shape[2];
  int32_t ranks[kNumResults]; /* of results, which end where the shape does */
  int64_t starts[kNumResults];
} program;

static const program programs[] = {
    {"long_rows", {3, 4000037}, {0, 1, 2}, {0, 0, 0}},
    {"long_columns", {200003, 37}, {1, 1, 2}, {1, 1, 0}},
    {"square", {1001, 1003}, {0, 1, 2}, {0, 1, 0}}};

static size_t get_bytes(const stax_tensor *tensor) {
  size_t bytes = sizeof(float);
  int32_t i;
  for (i = 0; i < tensor->rank; ++i)
    bytes *= (size_t)tensor->shape[i];
  return bytes;
}

/* Numbers whose sums depend on their order. */
static void fill(float *data, size_t count) {
  uint32_t state = 1;
  size_t i;
  for (i = 0; i < count; ++i) {
    state = state * 1664525u + 1013904223u;
    data[i] = (float)(state >> 8) / 16777216.0f - 0.25f;
  }
}

static int run(const program *p, entry function, stax_tensor *argument,
               stax_tensor *results) {
  stax_error error;
  if (!function(argument, results, NULL, &error))
    return 1;
  printf("%s failed: %s\n", p->name, error.message);
  return 0;
}

/* Whether all libraries and numbers of threads give the bits of the first. */
static int check(const program *p, void *const *libraries, int count) {
  static const int threads[] = {1, 2, 3, 16, 16};
  stax_tensor argument = {NULL, (int64_t *)p->shape, NULL, 2, STAX_F32};
  stax_tensor first[kNumResults], results[kNumResults];
  int library, i, r, ok = 1;
  argument.data = malloc(get_bytes(&argument));
  fill(argument.data, get_bytes(&argument) / sizeof(float));
  for (r = 0; r < kNumResults; ++r) {
    stax_tensor result = {NULL, (int64_t *)p->shape + p->starts[r], NULL,
                          p->ranks[r], STAX_F32};
    first[r] = results[r] = result;
    first[r].data = malloc(get_bytes(&result));
    results[r].data = malloc(get_bytes(&result));
  }
  for (library = 0; ok && library < count; ++library)
    for (i = 0; ok && i < (int)(sizeof threads / sizeof *threads); ++i) {
      int is_first = library == 0 && i == 0;
      entry function;
      *(void **)&function = dlsym(libraries[library], p->name);
      stax_set_num_threads(threads[i]);
      ok = run(p, function, &argument, is_first ? first : results);
      for (r = 0; ok && !is_first && r < kNumResults; ++r)
        if (memcmp(first[r].data, results[r].data, get_bytes(&results[r]))) {
          printf("%s: result %d of library %d with %d threads differs\n",
                 p->name, r, library, threads[i]);
          ok = 0;
        }
    }
  for (r = 0; r < kNumResults; ++r) {
    free(first[r].data);
    free(results[r].data);
  }
  free(argument.data);
  return ok;
}

int main(int argc, char **argv) {
  void *libraries[16];
  size_t p;
  int i, ok = 1;
  for (i = 1; i < argc; ++i) {
    libraries[i - 1] = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
    if (!libraries[i - 1]) {
      printf("%s\n", dlerror());
      return 1;
    }
  }
  for (p = 0; p < sizeof programs / sizeof *programs; ++p)
    if (check(&programs[p], libraries, argc - 1))
      printf("%s: same bits\n", programs[p].name);
    else
      ok = 0;
  return !ok;
}
