#pragma once

#include <stddef.h>

// The part of libclang's C interface that this package calls. libclang promises a stable ABI, and its functions are
// found at run time, so that building needs no installed headers: Swift's toolchain on Linux has the library without
// them. The names and types are libclang's own, of clang-c/Index.h, which documents them.
// Tests/Support/libclang_interface.py compares this file with installed headers.

typedef void *CXIndex;
typedef struct CXTargetInfoImpl *CXTargetInfo;
typedef struct CXTranslationUnitImpl *CXTranslationUnit;
typedef void *CXClientData;
typedef void *CXFile;
typedef void *CXDiagnostic;
typedef void *CXDiagnosticSet;
typedef void *CXPrintingPolicy;

typedef struct {
  const void *data;
  unsigned private_flags;
} CXString;

typedef struct {
  unsigned long long data[3];
} CXFileUniqueID;

typedef struct {
  const void *ptr_data[2];
  unsigned int_data;
} CXSourceLocation;

typedef struct {
  const void *ptr_data[2];
  unsigned begin_int_data;
  unsigned end_int_data;
} CXSourceRange;

struct CXUnsavedFile {
  const char *Filename;
  const char *Contents;
  unsigned long Length;
};

enum CXErrorCode { CXError_Success = 0 };

enum CXAvailabilityKind { CXAvailability_Deprecated = 1, CXAvailability_NotAvailable = 2 };

enum CXDiagnosticSeverity { CXDiagnostic_Error = 3 };

enum CXTranslationUnit_Flags {
  CXTranslationUnit_SkipFunctionBodies = 0x40,
  CXTranslationUnit_KeepGoing = 0x200,
};

enum CXChildVisitResult { CXChildVisit_Break, CXChildVisit_Continue };

enum CXVisitorResult { CXVisit_Break, CXVisit_Continue };

enum CXCursorKind {
  CXCursor_StructDecl = 2,
  CXCursor_UnionDecl = 3,
  CXCursor_EnumDecl = 5,
  CXCursor_FieldDecl = 6,
  CXCursor_EnumConstantDecl = 7,
  CXCursor_FunctionDecl = 8,
  CXCursor_VarDecl = 9,
  CXCursor_ParmDecl = 10,
  CXCursor_TypedefDecl = 20,
  CXCursor_CompoundStmt = 202,
  CXCursor_UnexposedAttr = 400,
  CXCursor_AnnotateAttr = 406,
  CXCursor_PackedAttr = 408,
  CXCursor_FlagEnum = 437,
  CXCursor_AlignedAttr = 441,
};

enum CXTypeKind {
  CXType_Unexposed = 1,
  CXType_Void = 2,
  CXType_Bool = 3,
  CXType_Char_U = 4,
  CXType_UChar = 5,
  CXType_Char16 = 6,
  CXType_Char32 = 7,
  CXType_UShort = 8,
  CXType_UInt = 9,
  CXType_ULong = 10,
  CXType_ULongLong = 11,
  CXType_UInt128 = 12,
  CXType_Char_S = 13,
  CXType_SChar = 14,
  CXType_WChar = 15,
  CXType_Short = 16,
  CXType_Int = 17,
  CXType_Long = 18,
  CXType_LongLong = 19,
  CXType_Int128 = 20,
  CXType_Float = 21,
  CXType_Double = 22,
  CXType_LongDouble = 23,
  CXType_Float128 = 30,
  CXType_Half = 31,
  CXType_Float16 = 32,
  CXType_ShortAccum = 33,
  CXType_Accum = 34,
  CXType_LongAccum = 35,
  CXType_UShortAccum = 36,
  CXType_UAccum = 37,
  CXType_ULongAccum = 38,
  CXType_BFloat16 = 39,
  CXType_Ibm128 = 40,
  CXType_Complex = 100,
  CXType_Pointer = 101,
  CXType_BlockPointer = 102,
  CXType_Record = 105,
  CXType_Enum = 106,
  CXType_Typedef = 107,
  CXType_FunctionNoProto = 110,
  CXType_FunctionProto = 111,
  CXType_ConstantArray = 112,
  CXType_Vector = 113,
  CXType_IncompleteArray = 114,
  CXType_VariableArray = 115,
  CXType_Elaborated = 119,
  CXType_ExtVector = 176,
  CXType_Atomic = 177,
};

typedef struct {
  enum CXCursorKind kind;
  int xdata;
  const void *data[3];
} CXCursor;

typedef struct {
  enum CXTypeKind kind;
  void *data[2];
} CXType;

typedef enum CXChildVisitResult (*CXCursorVisitor)(CXCursor cursor, CXCursor parent, CXClientData client_data);
typedef enum CXVisitorResult (*CXFieldVisitor)(CXCursor field, CXClientData client_data);
typedef void (*CXInclusionVisitor)(
    CXFile included_file, CXSourceLocation *inclusion_stack, unsigned include_length, CXClientData client_data);

// Texts, translation units, files.
const char *clang_getCString(CXString);
void clang_disposeString(CXString);
CXString clang_getClangVersion(void);
CXIndex clang_createIndex(int, int);
void clang_disposeIndex(CXIndex);
enum CXErrorCode clang_parseTranslationUnit2(
    CXIndex, const char *, const char *const *, int, struct CXUnsavedFile *, unsigned, unsigned, CXTranslationUnit *);
void clang_disposeTranslationUnit(CXTranslationUnit);
CXCursor clang_getTranslationUnitCursor(CXTranslationUnit);
void clang_getInclusions(CXTranslationUnit, CXInclusionVisitor, CXClientData);
CXTargetInfo clang_getTranslationUnitTargetInfo(CXTranslationUnit);
void clang_TargetInfo_dispose(CXTargetInfo);
CXString clang_TargetInfo_getTriple(CXTargetInfo);
int clang_TargetInfo_getPointerWidth(CXTargetInfo);
CXFile clang_getFile(CXTranslationUnit, const char *);
CXString clang_getFileName(CXFile);
int clang_getFileUniqueID(CXFile, CXFileUniqueID *);
const char *clang_getFileContents(CXTranslationUnit, CXFile, size_t *);

// Diagnostics.
unsigned clang_getNumDiagnostics(CXTranslationUnit);
CXDiagnostic clang_getDiagnostic(CXTranslationUnit, unsigned);
void clang_disposeDiagnostic(CXDiagnostic);
enum CXDiagnosticSeverity clang_getDiagnosticSeverity(CXDiagnostic);
CXString clang_getDiagnosticSpelling(CXDiagnostic);
CXSourceLocation clang_getDiagnosticLocation(CXDiagnostic);
unsigned clang_getDiagnosticNumFixIts(CXDiagnostic);
CXString clang_getDiagnosticFixIt(CXDiagnostic, unsigned, CXSourceRange *);
CXString clang_getDiagnosticOption(CXDiagnostic, CXString *);
CXDiagnosticSet clang_getChildDiagnostics(CXDiagnostic);
unsigned clang_getNumDiagnosticsInSet(CXDiagnosticSet);
CXDiagnostic clang_getDiagnosticInSet(CXDiagnosticSet, unsigned);

// Locations.
CXSourceLocation clang_getLocationForOffset(CXTranslationUnit, CXFile, unsigned);
void clang_getFileLocation(CXSourceLocation, CXFile *, unsigned *, unsigned *, unsigned *);
void clang_getExpansionLocation(CXSourceLocation, CXFile *, unsigned *, unsigned *, unsigned *);
int clang_Location_isInSystemHeader(CXSourceLocation);
CXSourceLocation clang_getRangeStart(CXSourceRange);
CXSourceLocation clang_getRangeEnd(CXSourceRange);

// Declarations.
unsigned clang_visitChildren(CXCursor, CXCursorVisitor, CXClientData);
unsigned clang_hashCursor(CXCursor);
unsigned clang_equalCursors(CXCursor, CXCursor);
int clang_Cursor_isNull(CXCursor);
unsigned clang_isCursorDefinition(CXCursor);
CXCursor clang_getCursorDefinition(CXCursor);
CXString clang_getCursorSpelling(CXCursor);
CXString clang_getCursorUSR(CXCursor);
CXString clang_getCursorPrettyPrinted(CXCursor, CXPrintingPolicy);
CXSourceLocation clang_getCursorLocation(CXCursor);
CXSourceRange clang_getCursorExtent(CXCursor);
CXCursor clang_getCursorLexicalParent(CXCursor);
CXType clang_getCursorType(CXCursor);
CXType clang_getTypedefDeclUnderlyingType(CXCursor);
unsigned clang_Cursor_isAnonymous(CXCursor);
unsigned clang_Cursor_isAnonymousRecordDecl(CXCursor);
enum CXAvailabilityKind clang_getCursorAvailability(CXCursor);
long long clang_Cursor_getOffsetOfField(CXCursor);
unsigned clang_Cursor_isBitField(CXCursor);
int clang_getFieldDeclBitWidth(CXCursor);
CXType clang_getEnumDeclIntegerType(CXCursor);
long long clang_getEnumConstantDeclValue(CXCursor);
unsigned long long clang_getEnumConstantDeclUnsignedValue(CXCursor);

// Types.
unsigned clang_isConstQualifiedType(CXType);
CXType clang_getCanonicalType(CXType);
CXString clang_getTypeSpelling(CXType);
CXCursor clang_getTypeDeclaration(CXType);
CXType clang_getPointeeType(CXType);
CXType clang_getResultType(CXType);
CXType clang_Type_getNamedType(CXType);
CXType clang_getElementType(CXType);
long long clang_getNumElements(CXType);
CXType clang_Type_getValueType(CXType);
long long clang_Type_getSizeOf(CXType);
long long clang_Type_getAlignOf(CXType);
unsigned clang_Type_visitFields(CXType, CXFieldVisitor, CXClientData);
