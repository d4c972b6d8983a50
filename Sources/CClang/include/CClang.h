#pragma once

#include "clang-c/Index.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

// libclang as a table of functions that is filled at run time. Linking would tie the package to one version and one
// path; this way the same build runs with libclang 14 and whatever comes later, and prefers the one that belongs to
// the Swift toolchain.

// Every function of libclang that is called, without its prefix; all are in libclang 14 and later.
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
  F(getCursorSemanticParent) F(getCursorLexicalParent) F(getCursorType) F(getTypedefDeclUnderlyingType)               \
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
  /// The file is no library that can be loaded; `cclang_load` gives the dynamic linker's message.
  CClangNotLoadable,
  /// A libclang without one of the functions; `cclang_load` gives the function's name.
  CClangLacksFunction,
} CClangLoadResult;

/// Opens the library at `path` for the life of the process and fills `functions`, all of them or none.
/// `detail` receives at most `capacity` bytes of what is wrong, NUL included.
CClangLoadResult cclang_load(const char *path, CClangFunctions *functions, char *detail, size_t capacity);

/// For a process that parses once and ends: libclang would parse on a thread of its own, as deep as this one, whose
/// heap grows a page at a time; and memory need not be asked of the kernel in small pieces, nor given back.
void cclang_prepare_short_process(void);

/// A thread with a stack of its own that libclang can parse on.
typedef struct CClangThread {
  pthread_t handle;
} CClangThread;

/// Calls `body` with `context` on a new thread.
/// - Returns: false when the system gives none.
bool cclang_thread_start(CClangThread *thread, void (*body)(void *), void *context);

/// Waits for the end of a thread that was started, once.
void cclang_thread_join(const CClangThread *thread);

/// Adds one and returns the number before; for threads that share a list of tasks.
size_t cclang_take_number(size_t *counter);

/// The processors that this process may use, at least 1.
size_t cclang_processor_count(void);
