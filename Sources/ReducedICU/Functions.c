#if defined(__linux__) && defined(__LP64__)

#include <stdint.h>

// Functions of Foundation's ICU that would be 2.6 MB of the tool. Most need its data (Data.c), and fail without; these do so
// at once, with the status that ICU has for it. So what Foundation does with them is not for use in archivegen: formatters,
// calendars other than the Gregorian, time zones other than GMT, sorting by language, NSRegularExpression.
// Tests/Support/walls.py finds the names of its classes. Sets of characters and names of locales and hosts are ICU's own.
//
// As the data, the linker takes these before it searches the libraries; they are hidden from a Foundation that is linked
// dynamically. If another version of Foundation calls a function that is not here, its part of ICU is linked, and replaces
// these because they are weak.
//
// A number in a name says how many arguments are before the status. Those of type `double` do not count: on 64-bit Linux they
// have registers of their own, and each of the others has a register or eight bytes of the stack.

#define OWN __attribute__((visibility("hidden"), weak))
typedef intptr_t Word;

enum { missingResource = 2 };  // U_MISSING_RESOURCE_ERROR

// Functions without a status: they close what never was open, or describe it.
#define NOTHING(name) \
  OWN Word name(void) { return 0; }
#define REAL_NOTHING(name) \
  OWN double name(void) { return 0; }
#define FAILS_0(name) \
  OWN Word name(int32_t *status) { return *status = missingResource, 0; }
#define FAILS_1(name) \
  OWN Word name(Word a, int32_t *status) { return *status = missingResource, 0; }
#define FAILS_2(name) \
  OWN Word name(Word a, Word b, int32_t *status) { return *status = missingResource, 0; }
#define FAILS_3(name) \
  OWN Word name(Word a, Word b, Word c, int32_t *status) { return *status = missingResource, 0; }
#define FAILS_4(name) \
  OWN Word name(Word a, Word b, Word c, Word d, int32_t *status) { return *status = missingResource, 0; }
#define FAILS_5(name) \
  OWN Word name(Word a, Word b, Word c, Word d, Word e, int32_t *status) { return *status = missingResource, 0; }
#define FAILS_6(name) \
  OWN Word name(Word a, Word b, Word c, Word d, Word e, Word f, int32_t *status) { return *status = missingResource, 0; }
#define FAILS_7(name) \
  OWN Word name(Word a, Word b, Word c, Word d, Word e, Word f, Word g, int32_t *status) { return *status = missingResource, 0; }
#define REAL_FAILS_1(name) \
  OWN double name(Word a, int32_t *status) { return *status = missingResource, 0; }
#define REAL_FAILS_4(name) \
  OWN double name(Word a, Word b, Word c, Word d, int32_t *status) { return *status = missingResource, 0; }

// Calendars and time zones
NOTHING(uatimezone_close) FAILS_4(uatimezone_getOffset) FAILS_5(uatimezone_getOffsetFromLocal)
FAILS_3(uatimezone_getTimeZoneTransitionDate) FAILS_2(uatimezone_open) FAILS_3(swift_ucal_add)
NOTHING(swift_ucal_clear) FAILS_1(swift_ucal_clone) NOTHING(swift_ucal_close) FAILS_2(swift_ucal_get)
NOTHING(swift_ucal_getAttribute) FAILS_5(swift_ucal_getCanonicalTimeZoneID) FAILS_2(swift_ucal_getDayOfWeekType)
FAILS_2(swift_ucal_getFieldDifference) REAL_FAILS_1(swift_ucal_getGregorianChange)
FAILS_3(swift_ucal_getKeywordValuesForLocale) FAILS_3(swift_ucal_getLimit) REAL_FAILS_1(swift_ucal_getMillis)
REAL_NOTHING(swift_ucal_getNow) FAILS_0(swift_ucal_getTZDataVersion) FAILS_5(swift_ucal_getTimeZoneDisplayName)
FAILS_3(swift_ucal_getTimeZoneTransitionDate) FAILS_2(swift_ucal_getWeekendTransition) FAILS_1(swift_ucal_isWeekend)
FAILS_4(swift_ucal_open) FAILS_0(swift_ucal_openTimeZones) FAILS_3(swift_ucal_roll) NOTHING(swift_ucal_set)
NOTHING(swift_ucal_setAttribute) FAILS_7(swift_ucal_setDateTime) FAILS_1(swift_ucal_setGregorianChange)
FAILS_1(swift_ucal_setMillis) FAILS_3(swift_ucal_setTimeZone)

// Dates
FAILS_5(uatmufmt_getListPattern) FAILS_4(uatmufmt_getTimePattern) NOTHING(swift_udat_applyPattern)
FAILS_5(swift_udat_applyPatternRelative) FAILS_1(swift_udat_clone) NOTHING(swift_udat_close)
NOTHING(swift_udat_countSymbols) FAILS_4(swift_udat_format) FAILS_4(swift_udat_formatForFields)
NOTHING(swift_udat_getCalendar) FAILS_2(swift_udat_getContext) FAILS_5(swift_udat_getSymbols)
NOTHING(swift_udat_isLenient) FAILS_7(swift_udat_open) FAILS_5(swift_udat_parseCalendar)
NOTHING(udat_patternCharToDateFormatField) FAILS_1(swift_udat_set2DigitYearStart)
FAILS_3(swift_udat_setBooleanAttribute) NOTHING(swift_udat_setCalendar) FAILS_2(swift_udat_setContext)
NOTHING(swift_udat_setLenient) FAILS_5(swift_udat_setSymbols) NOTHING(swift_udat_toCalendarDateField)
FAILS_4(swift_udat_toPattern) FAILS_3(swift_udat_toPatternRelativeDate) FAILS_3(swift_udat_toPatternRelativeTime)
FAILS_1(swift_udatpg_clone) NOTHING(swift_udatpg_close) FAILS_5(swift_udatpg_getBestPattern)
FAILS_6(swift_udatpg_getBestPatternWithOptions) FAILS_1(swift_udatpg_getDefaultHourCycle)
FAILS_5(swift_udatpg_getSkeleton) FAILS_1(swift_udatpg_open) NOTHING(swift_udtitvfmt_close)
FAILS_4(swift_udtitvfmt_format) FAILS_5(swift_udtitvfmt_open) FAILS_3(udtitvfmt_setAttribute)
NOTHING(swift_ureldatefmt_close) FAILS_4(swift_ureldatefmt_format) FAILS_4(swift_ureldatefmt_formatNumeric)
FAILS_4(swift_ureldatefmt_open)

// Numbers and currencies
FAILS_5(uameasfmt_getUnitsForUsage) FAILS_3(swift_ucurr_forLocale) FAILS_1(swift_ucurr_getDefaultFractionDigits)
FAILS_5(swift_ucurr_getName) NOTHING(swift_ucurr_getNumericCode) REAL_FAILS_1(swift_ucurr_getRoundingIncrement)
FAILS_1(swift_ucurr_openISOCurrencies) NOTHING(swift_ufieldpositer_close) NOTHING(swift_ufieldpositer_next)
FAILS_0(swift_ufieldpositer_open) NOTHING(swift_ufmt_close) FAILS_2(swift_ufmt_getDecNumChars)
FAILS_0(swift_ufmt_open) FAILS_5(swift_unum_applyPattern) NOTHING(swift_unum_close) FAILS_6(swift_unum_formatDecimal)
FAILS_4(swift_unum_formatDouble) FAILS_5(swift_unum_formatInt64) NOTHING(swift_unum_getAttribute)
FAILS_2(swift_unum_getContext) REAL_NOTHING(swift_unum_getDoubleAttribute) FAILS_4(swift_unum_getSymbol)
FAILS_4(swift_unum_getTextAttribute) FAILS_5(swift_unum_open) FAILS_6(swift_unum_parseDecimal)
REAL_FAILS_4(swift_unum_parseDouble) FAILS_4(swift_unum_parseInt64) FAILS_5(swift_unum_parseToUFormattable)
NOTHING(swift_unum_setAttribute) FAILS_2(swift_unum_setContext) NOTHING(swift_unum_setDoubleAttribute)
FAILS_4(swift_unum_setSymbol) FAILS_4(swift_unum_setTextAttribute) FAILS_4(swift_unum_toPattern)
NOTHING(swift_unumf_close) NOTHING(swift_unumf_closeResult) FAILS_4(swift_unumf_formatDecimal)
FAILS_2(swift_unumf_formatDouble) FAILS_3(swift_unumf_formatInt) FAILS_3(swift_unumf_openForSkeletonAndLocale)
FAILS_0(swift_unumf_openResult) FAILS_2(swift_unumf_resultGetAllFieldPositions) FAILS_3(swift_unumf_resultToString)
NOTHING(swift_unumsys_close) NOTHING(swift_unumsys_getName) NOTHING(swift_unumsys_getRadix)
NOTHING(swift_unumsys_isAlgorithmic) FAILS_1(swift_unumsys_open) FAILS_0(swift_unumsys_openAvailableNames)

// Lists, messages, regions and data of locales
FAILS_5(swift_u_formatMessage) FAILS_6(swift_u_vformatMessage) NOTHING(swift_ulistfmt_close)
FAILS_6(swift_ulistfmt_format) FAILS_1(swift_ulistfmt_open) FAILS_3(swift_ulistfmt_openForType)
NOTHING(swift_ulocdata_close) FAILS_4(swift_ulocdata_getDelimiter) FAILS_4(swift_ulocdata_getExemplarSet)
FAILS_1(swift_ulocdata_getMeasurementSystem) FAILS_1(swift_ulocdata_open) FAILS_1(swift_uregion_getAvailable)
FAILS_1(swift_uregion_getContainedRegions) FAILS_2(swift_uregion_getContainedRegionsOfType)
NOTHING(swift_uregion_getContainingRegion) NOTHING(swift_uregion_getContainingRegionOfType)
NOTHING(swift_uregion_getRegionCode) FAILS_1(swift_uregion_getRegionFromCode) NOTHING(swift_uregion_getType)

// Sorting, transliteration and conversion of texts
NOTHING(swift_ucnv_close) FAILS_1(swift_ucnv_countAliases) NOTHING(swift_ucnv_countAvailable)
FAILS_7(swift_ucnv_fromUnicode) FAILS_2(swift_ucnv_getAlias) NOTHING(swift_ucnv_getAvailableName)
FAILS_3(swift_ucnv_getInvalidChars) FAILS_3(swift_ucnv_getInvalidUChars) FAILS_2(swift_ucnv_getStandardName)
FAILS_1(swift_ucnv_open) NOTHING(swift_ucnv_resetFromUnicode) FAILS_5(swift_ucnv_setFromUCallBack)
FAILS_3(swift_ucnv_setSubstChars) FAILS_5(swift_ucnv_setToUCallBack) FAILS_7(swift_ucnv_toUnicode)
NOTHING(swift_ucol_close) NOTHING(swift_ucol_closeElements) FAILS_1(swift_ucol_getKeywordValues)
FAILS_3(swift_ucol_getKeywordValuesForLocale) NOTHING(swift_ucol_getOffset) FAILS_1(swift_ucol_next)
FAILS_1(swift_ucol_open) FAILS_3(swift_ucol_openElements) FAILS_3(swift_ucol_setAttribute) NOTHING(swift_ucol_strcoll)
NOTHING(swift_utrans_close) FAILS_6(swift_utrans_openU) FAILS_5(swift_utrans_trans)

// Regular expressions of NSRegularExpression; Swift's own are not ICU's
FAILS_1(swift_uregex_clone) NOTHING(swift_uregex_close) FAILS_2(swift_uregex_end64) FAILS_1(swift_uregex_findNext)
FAILS_1(swift_uregex_groupCount) FAILS_3(swift_uregex_groupNumberFromName) FAILS_1(swift_uregex_hitEnd)
FAILS_4(swift_uregex_open) FAILS_1(swift_uregex_requireEnd) FAILS_3(swift_uregex_setFindProgressCallback)
FAILS_3(swift_uregex_setMatchCallback) FAILS_3(swift_uregex_setRegion64) FAILS_3(swift_uregex_setText)
FAILS_2(swift_uregex_start64) FAILS_2(swift_uregex_useAnchoringBounds) FAILS_2(swift_uregex_useTransparentBounds)

#endif
