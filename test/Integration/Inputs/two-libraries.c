/* Uses two compiled libraries that both have an entry `f`, and prints what each
 * computes. usage: two-libraries A.so B.so */
#include "stax-c/Runtime.h"

#include <dlfcn.h>
#include <stdio.h>

/* Calls `f` of the library at `path` with `count` times 3.0; the result is a
 * buffer. */
static float *call(const char *path, int64_t count) {
  static float x[] = {3, 3};
  int64_t shape[1] = {count}, result_shape[1] = {0};
  stax_tensor arg = {x, shape, NULL, 1, STAX_F32};
  stax_tensor result = {NULL, result_shape, NULL, 1, STAX_F32};
  stax_error error;
  stax_entry f;
  /* Global, so that a library would find the names of the one before it. */
  void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
  if (!library) {
    printf("%s\n", dlerror());
    return NULL;
  }
  *(void **)&f = dlsym(library, "f");
  if (f(&arg, &result, NULL, &error)) {
    printf("%s\n", error.message);
    return NULL;
  }
  return result.data;
}

int main(int argc, char **argv) {
  float *a = argc == 3 ? call(argv[1], 1) : NULL;
  float *b = argc == 3 ? call(argv[2], 2) : NULL;
  if (!a || !b)
    return 1;
  printf("%g and %g, %d bytes live\n", *a, *b, (int)stax_pool_live_bytes());
  stax_free(a);
  stax_free(b);
  printf("%d bytes live\n", (int)stax_pool_live_bytes());
  return 0;
}
