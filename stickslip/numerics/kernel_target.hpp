// How a loop over an array is compiled: once for every x86-64, once for those with AVX2 and FMA, once for those
// with AVX-512. The program picks when it is loaded. Where that is not possible (other machines, other compilers,
// sanitizers, which start after the choice is made) there is one plain version, with the same results to rounding.
#pragma once

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define STICKSLIP_KERNEL __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define STICKSLIP_KERNEL
#endif

// Before a loop: its rounds do not depend on each other. For loops over structs, which `omp simd` would keep in memory.
#if defined(__GNUC__) && !defined(__clang__)
#define STICKSLIP_INDEPENDENT_ROUNDS _Pragma("GCC ivdep")
#else
#define STICKSLIP_INDEPENDENT_ROUNDS
#endif

// Before a loop of up to eight rounds: what it works on stays in registers, round by round.
#if defined(__GNUC__) && !defined(__clang__)
#define STICKSLIP_UNROLLED _Pragma("GCC unroll 8")
#else
#define STICKSLIP_UNROLLED
#endif

// A part of a kernel: it must become part of each of the kernel's versions. It takes numbers by value: a reference to a
// number within a loop keeps the loop from becoming vector code.
#if defined(__GNUC__)
#define STICKSLIP_KERNEL_PART __attribute__((always_inline)) inline
#else
#define STICKSLIP_KERNEL_PART inline
#endif
