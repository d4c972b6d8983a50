#pragma once

#include "libclang.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

// libclang as a table of functions that is filled at run time. Linking would bind the package to one version and one
// path; instead the same build runs with libclang 14 and later, and prefers the Swift toolchain's library.

// All functions of libclang that are called, without their prefix. All are in libclang 14 and later.
#define CCLANG_FUNCTIONS(F)                                                                                           \
  F(getCString) F(disposeString) F(getClangVersion)                                                                   \
  F(createIndex) F(disposeIndex) F(parseTranslationUnit2) F(disposeTranslationUnit)                                   \
  F(getTranslationUnitCursor) F(getInclusions)                                                                        \
  F(getTranslationUnitTargetInfo) F(TargetInfo_dispose) F(TargetInfo_getTriple) F(TargetInfo_getPointerWidth)         \
  F(getNumDiagnostics) F(getDiagnostic) F(disposeDiagnostic) F(getDiagnosticSeverity) F(getDiagnosticSpelling)        \
  F(getDiagnosticLocation) F(getDiagnosticNumFixIts) F(getDiagnosticFixIt)                                            \
  F(getDiagnosticOption) F(getChildDiagnostics) F(getNumDiagnosticsInSet) F(getDiagnosticInSet)                                              \
  F(getFile) F(getFileName) F(getFileUniqueID) F(getFileContents) F(getLocationForOffset)                        \
  F(getFileLocation) F(getExpansionLocation) F(Location_isInSystemHeader) F(getRangeStart) F(getRangeEnd)             \
  F(visitChildren) F(hashCursor) F(equalCursors) F(Cursor_isNull) F(isCursorDefinition) F(getCursorDefinition)        \
  F(getCursorSpelling) F(getCursorUSR) F(getCursorPrettyPrinted) F(getCursorLocation) F(getCursorExtent)              \
  F(getCursorLexicalParent) F(getCursorType) F(getTypedefDeclUnderlyingType)               \
  F(Cursor_isAnonymous) F(Cursor_isAnonymousRecordDecl) F(getCursorAvailability)                                      \
  F(Cursor_getOffsetOfField) F(Cursor_isBitField) F(getFieldDeclBitWidth)                                             \
  F(isConstQualifiedType) F(getEnumDeclIntegerType) F(getEnumConstantDeclValue) F(getEnumConstantDeclUnsignedValue)                           \
  F(getCanonicalType) F(getTypeSpelling) F(getTypeDeclaration) F(getPointeeType) F(getResultType)                     \
  F(Type_getNamedType)                                                                                                \
  F(getElementType) F(getNumElements) F(Type_getValueType)                                                            \
  F(Type_getSizeOf) F(Type_getAlignOf) F(Type_visitFields)

typedef struct CClangFunctions {
#define CCLANG_POINTER(name) __typeof__(clang_##name) *name;
  CCLANG_FUNCTIONS(CCLANG_POINTER)
#undef CCLANG_POINTER
} CClangFunctions;

typedef enum CClangLoadResult {
  CClangLoaded,
  /// The file is not a loadable library; `cclang_load` gives the dynamic linker's message.
  CClangNotLoadable,
  /// The libclang lacks one of the functions; `cclang_load` gives the function's name.
  CClangLacksFunction,
} CClangLoadResult;

/// Opens the library at `path` for the life of the process and fills `functions`, all of them or none. `detail`
/// receives an error text of at most `capacity` bytes, including the NUL.
CClangLoadResult cclang_load(const char *path, CClangFunctions *functions, char *detail, size_t capacity);

/// Prepares a process that parses once and ends. libclang would parse on another thread of the same depth, whose heap
/// grows by single pages. Memory is requested from the kernel in large pieces and not returned.
void cclang_prepare_short_process(void);

/// A thread with a stack that is large enough for libclang's parser.
typedef struct CClangThread {
  pthread_t handle;
} CClangThread;

/// Calls `body` with `context` on a new thread.
/// - Returns: false if the system cannot create a thread.
bool cclang_thread_start(CClangThread *thread, void (*body)(void *), void *context);

/// Waits for the end of a started thread. It must be called once.
void cclang_thread_join(const CClangThread *thread);

/// Adds one and returns the previous value, for threads that share a list of tasks.
size_t cclang_take_number(size_t *counter);

/// The number of processors that this process may use, at least 1.
size_t cclang_processor_count(void);
