#pragma once

// Finds the newest installed libclang headers without an include path: a package that passes paths needs unsafe flags,
// and then it cannot be a dependency. libclang's headers include each other as "clang-c/…", which finds the forwarding
// headers in this folder.

#if __has_include("/opt/homebrew/opt/llvm/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /opt/homebrew/opt/llvm/include
#elif __has_include("/usr/local/opt/llvm/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/local/opt/llvm/include
#elif __has_include("/usr/lib/llvm-30/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib/llvm-30/include
#elif __has_include("/usr/lib/llvm-29/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib/llvm-29/include
#elif __has_include("/usr/lib/llvm-28/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib/llvm-28/include
#elif __has_include("/usr/lib/llvm-27/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib/llvm-27/include
#elif __has_include("/usr/lib/llvm-26/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib/llvm-26/include
#elif __has_include("/usr/lib/llvm-25/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib/llvm-25/include
#elif __has_include("/usr/lib/llvm-24/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib/llvm-24/include
#elif __has_include("/usr/lib/llvm-23/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib/llvm-23/include
#elif __has_include("/usr/lib/llvm-22/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib/llvm-22/include
#elif __has_include("/usr/lib/llvm-21/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib/llvm-21/include
#elif __has_include("/usr/lib/llvm-20/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib/llvm-20/include
#elif __has_include("/usr/lib/llvm-19/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib/llvm-19/include
#elif __has_include("/usr/lib/llvm-18/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib/llvm-18/include
#elif __has_include("/usr/lib/llvm-17/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib/llvm-17/include
#elif __has_include("/usr/lib/llvm-16/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib/llvm-16/include
#elif __has_include("/usr/lib/llvm-15/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib/llvm-15/include
#elif __has_include("/usr/lib/llvm-14/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib/llvm-14/include
#elif __has_include("/usr/lib64/llvm30/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib64/llvm30/include
#elif __has_include("/usr/lib64/llvm29/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib64/llvm29/include
#elif __has_include("/usr/lib64/llvm28/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib64/llvm28/include
#elif __has_include("/usr/lib64/llvm27/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib64/llvm27/include
#elif __has_include("/usr/lib64/llvm26/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib64/llvm26/include
#elif __has_include("/usr/lib64/llvm25/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib64/llvm25/include
#elif __has_include("/usr/lib64/llvm24/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib64/llvm24/include
#elif __has_include("/usr/lib64/llvm23/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib64/llvm23/include
#elif __has_include("/usr/lib64/llvm22/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib64/llvm22/include
#elif __has_include("/usr/lib64/llvm21/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib64/llvm21/include
#elif __has_include("/usr/lib64/llvm20/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib64/llvm20/include
#elif __has_include("/usr/lib64/llvm19/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib64/llvm19/include
#elif __has_include("/usr/lib64/llvm18/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib64/llvm18/include
#elif __has_include("/usr/lib64/llvm17/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib64/llvm17/include
#elif __has_include("/usr/lib64/llvm16/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib64/llvm16/include
#elif __has_include("/usr/lib64/llvm15/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib64/llvm15/include
#elif __has_include("/usr/lib64/llvm14/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/lib64/llvm14/include
#elif __has_include("/usr/local/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/local/include
#elif __has_include("/usr/include/clang-c/Index.h")
#  define CCLANG_INCLUDE_FOLDER /usr/include
#else
#  error "libclang's headers are not installed: 'make build' names the package; mostly libclang-dev, clang-devel or (macOS) 'brew install llvm'"
#endif

#define CCLANG_TEXT(path) #path
#define CCLANG_PATH(folder, name) CCLANG_TEXT(folder/clang-c/name)
#define CCLANG_INSTALLED(name) CCLANG_PATH(CCLANG_INCLUDE_FOLDER, name)
