# find_package(archivegen): the tool, its library for Swift, and archivegen_add().
#
#   archivegen::archivegen      the tool
#   archivegen::ArchiveRuntime  the library that generated code calls, and a target for each further module of the library
#
#   archivegen_add(TARGET target MODULE module HEADERS path… [SOURCES file…] [CONFIG file] [OPTIONS option…])
#
# TARGET is a target with Swift sources, made in the same CMakeLists.txt. HEADERS are headers, and folders with headers;
# the code that archivegen writes for them is compiled as a part of TARGET, which can import MODULE. SOURCES are Swift
# sources with annotated types. CONFIG is the archivegen.yml; archivegen also finds it beside the headers. OPTIONS are
# further options of archivegen. Folders to search and macros are those of TARGET and of the libraries that it links.
#
# Variables:
#   ARCHIVEGEN_LIBCLANG             the libclang to use, a library or the folder that has it
#   ARCHIVEGEN_RUNTIME_FROM_SOURCE  compile ArchiveRuntime in this project; default: if the installed library was made by
#                                   another version of the compiler

if(CMAKE_VERSION VERSION_LESS 3.21)
  set(archivegen_FOUND FALSE)
  set(archivegen_NOT_FOUND_MESSAGE "archivegen needs CMake 3.21 or newer; this is ${CMAKE_VERSION}.")
  return()
endif()
if(NOT CMAKE_Swift_COMPILER)
  set(archivegen_FOUND FALSE)
  set(archivegen_NOT_FOUND_MESSAGE
      "archivegen writes Swift: name Swift among the languages before find_package(archivegen), as in project(name LANGUAGES C Swift).")
  return()
endif()

get_filename_component(_archivegen_here "${CMAKE_CURRENT_LIST_FILE}" REALPATH)
get_filename_component(_archivegen_here "${_archivegen_here}" DIRECTORY)
get_filename_component(_archivegen_prefix "${_archivegen_here}/@UP_FROM_CMAKE@" ABSOLUTE)
set(_archivegen_runtime "${_archivegen_prefix}/@LIBDIR@/archivegen")
set(_archivegen_runtime_sources "${_archivegen_prefix}/share/archivegen/ArchiveRuntime")

set(ARCHIVEGEN_LIBCLANG "" CACHE PATH "The libclang that archivegen uses; empty: archivegen finds one")
mark_as_advanced(ARCHIVEGEN_LIBCLANG)

if(NOT TARGET archivegen::archivegen)
  # A package for the library alone may be installed without the tool; archivegen_add() says so.
  find_program(ARCHIVEGEN_EXECUTABLE archivegen HINTS "${_archivegen_prefix}/bin" NO_CACHE NO_DEFAULT_PATH)
  if(NOT ARCHIVEGEN_EXECUTABLE)
    find_program(ARCHIVEGEN_EXECUTABLE archivegen NO_CACHE)
  endif()
  if(ARCHIVEGEN_EXECUTABLE)
    add_executable(archivegen::archivegen IMPORTED)
    set_target_properties(archivegen::archivegen PROPERTIES IMPORTED_LOCATION "${ARCHIVEGEN_EXECUTABLE}")
  endif()
endif()

if(NOT TARGET archivegen::ArchiveRuntime)
  # A compiled Swift module is for the compiler that made it.
  set(_archivegen_from_source FALSE)
  if(NOT "@SWIFT_VERSION@" STREQUAL "" AND NOT CMAKE_Swift_COMPILER_VERSION VERSION_EQUAL "@SWIFT_VERSION@")
    set(_archivegen_from_source TRUE)
  endif()
  option(ARCHIVEGEN_RUNTIME_FROM_SOURCE "Compile ArchiveRuntime in this project" ${_archivegen_from_source})
  mark_as_advanced(ARCHIVEGEN_RUNTIME_FROM_SOURCE)
  # Each line is a module and those that it imports.
  set(_archivegen_modules "@MODULES@")
  if(NOT ARCHIVEGEN_RUNTIME_FROM_SOURCE)
    add_library(archivegen::ArchiveRuntime STATIC IMPORTED)
    set_target_properties(archivegen::ArchiveRuntime PROPERTIES
      IMPORTED_LOCATION "${_archivegen_runtime}/libArchiveRuntime.a"
      IMPORTED_LINK_INTERFACE_LANGUAGES Swift
      IMPORTED_NO_SYSTEM ON
      INTERFACE_INCLUDE_DIRECTORIES "${_archivegen_runtime}")
  endif()
  foreach(_archivegen_imports IN LISTS _archivegen_modules)
    string(REPLACE " " ";" _archivegen_imports "${_archivegen_imports}")
    list(POP_FRONT _archivegen_imports _archivegen_module)
    list(TRANSFORM _archivegen_imports PREPEND "archivegen::")
    if(NOT ARCHIVEGEN_RUNTIME_FROM_SOURCE)
      # The one installed library has the objects of all.
      if(NOT TARGET "archivegen::${_archivegen_module}")
        add_library("archivegen::${_archivegen_module}" INTERFACE IMPORTED)
        set_target_properties("archivegen::${_archivegen_module}" PROPERTIES
          INTERFACE_LINK_LIBRARIES archivegen::ArchiveRuntime)
      endif()
      continue()
    endif()
    if(NOT TARGET "${_archivegen_module}")
      file(GLOB_RECURSE _archivegen_sources "${_archivegen_runtime_sources}/Sources/${_archivegen_module}/*.swift")
      add_library("${_archivegen_module}" STATIC EXCLUDE_FROM_ALL ${_archivegen_sources})
      set_target_properties("${_archivegen_module}" PROPERTIES
        Swift_MODULE_NAME "${_archivegen_module}"
        Swift_MODULE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/${_archivegen_module}-module"
        POSITION_INDEPENDENT_CODE ON)
      # Unoptimised, the library is slower by a factor of ten and more.
      target_compile_options("${_archivegen_module}" PRIVATE "SHELL:-O -wmo -swift-version 6 -package-name archivegen")
      target_include_directories("${_archivegen_module}" INTERFACE "${CMAKE_CURRENT_BINARY_DIR}/${_archivegen_module}-module")
      target_link_libraries("${_archivegen_module}" PUBLIC ${_archivegen_imports})
    endif()
    add_library("archivegen::${_archivegen_module}" ALIAS "${_archivegen_module}")
  endforeach()
endif()

# Lets a build without changes do nothing. Swift's compiler leaves objects as they are that come out the same, so that Ninja
# finds them older than a source; and CMake before 3.26 expects a module of every executable, and does not have it made.
function(_archivegen_settle target type)
  get_property(is_done TARGET "${target}" PROPERTY ARCHIVEGEN_OUTPUTS)
  list(LENGTH is_done calls)
  if(calls GREATER 1)
    return()
  endif()
  if(NOT CMAKE_VERSION VERSION_LESS 3.26)
    set_property(TARGET "${target}" APPEND PROPERTY COMPILE_OPTIONS
      "$<$<COMPILE_LANGUAGE:Swift>:SHELL:-Xfrontend -disable-incremental-llvm-codegen>")
    return()
  endif()
  set(made "$<TARGET_OBJECTS:${target}>")
  if(type STREQUAL "EXECUTABLE")
    get_target_property(folder "${target}" Swift_MODULE_DIRECTORY)
    get_target_property(name "${target}" Swift_MODULE_NAME)
    get_target_property(file "${target}" Swift_MODULE)
    if(NOT folder)
      set(folder "${CMAKE_CURRENT_BINARY_DIR}")
    endif()
    if(NOT name)
      set(name "${target}")
    endif()
    if(NOT file)
      set(file "${name}.swiftmodule")
    endif()
    set_property(TARGET "${target}" APPEND PROPERTY COMPILE_OPTIONS "SHELL:-emit-module -emit-module-path \"${folder}/${file}\"")
    list(APPEND made "${folder}/${file}")
  endif()
  if(NOT type STREQUAL "OBJECT_LIBRARY")
    add_custom_command(TARGET "${target}" POST_BUILD COMMAND "${CMAKE_COMMAND}" -E touch_nocreate "${made}"
      COMMAND_EXPAND_LISTS VERBATIM)
  endif()
endfunction()

function(archivegen_add)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;MODULE;CONFIG" "HEADERS;SOURCES;OPTIONS")
  set(usage "archivegen_add(TARGET target MODULE module HEADERS path…)")

  # Mistakes.
  if(DEFINED arg_UNPARSED_ARGUMENTS)
    list(JOIN arg_UNPARSED_ARGUMENTS "' '" words)
    message(FATAL_ERROR "archivegen_add: '${words}' is not an argument; write ${usage}. Options of archivegen follow OPTIONS.")
  endif()
  if(NOT TARGET archivegen::archivegen)
    message(FATAL_ERROR "archivegen_add: the tool archivegen is not installed beside ${_archivegen_runtime}, nor is it in PATH; install it (on Debian the package archivegen).")
  endif()
  if(NOT arg_TARGET OR NOT TARGET "${arg_TARGET}")
    message(FATAL_ERROR "archivegen_add: there is no target '${arg_TARGET}'; make it with add_executable or add_library before, and write ${usage}.")
  endif()
  get_target_property(alias "${arg_TARGET}" ALIASED_TARGET)
  get_target_property(imported "${arg_TARGET}" IMPORTED)
  get_target_property(type "${arg_TARGET}" TYPE)
  if(alias OR imported OR type STREQUAL "INTERFACE_LIBRARY" OR type STREQUAL "UTILITY")
    message(FATAL_ERROR "archivegen_add: '${arg_TARGET}' compiles nothing; name the executable or library that the generated code is to be a part of.")
  endif()
  get_target_property(folder "${arg_TARGET}" SOURCE_DIR)
  if(NOT folder STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    message(FATAL_ERROR "archivegen_add: the target '${arg_TARGET}' is made in ${folder}; call archivegen_add in the CMakeLists.txt there.")
  endif()
  if(NOT arg_HEADERS AND NOT arg_SOURCES)
    message(FATAL_ERROR "archivegen_add: name the headers, or folders of them, after HEADERS: ${usage}.")
  endif()
  if(arg_HEADERS AND NOT arg_MODULE)
    message(FATAL_ERROR "archivegen_add: name the C module that Swift imports for the headers, such as MODULE CShop.")
  endif()
  if(NOT CMAKE_GENERATOR MATCHES "Ninja|Xcode")
    message(FATAL_ERROR "archivegen_add: CMake builds Swift with Ninja, not with ${CMAKE_GENERATOR}; configure with 'cmake -G Ninja'.")
  endif()

  if(arg_MODULE)
    set(name "${arg_MODULE}")
  else()
    set(name "${arg_TARGET}")
  endif()
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${arg_TARGET}-archivegen/${name}")
  set(file "${output}/${name}+Archive.swift")
  get_property(known TARGET "${arg_TARGET}" PROPERTY ARCHIVEGEN_OUTPUTS)
  if(file IN_LIST known)
    message(FATAL_ERROR "archivegen_add: '${arg_TARGET}' has the module '${name}' already; name all its headers in one call.")
  endif()

  # Inputs.
  set(inputs "")
  set(input_files "")
  set(exclusions "")
  foreach(input IN LISTS arg_HEADERS arg_SOURCES)
    cmake_path(ABSOLUTE_PATH input BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    string(REGEX REPLACE "(.)/$" "\\1" input "${input}")
    list(APPEND inputs "${input}")
    if(NOT IS_DIRECTORY "${input}")
      get_property(is_generated SOURCE "${input}" PROPERTY GENERATED)
      if(NOT EXISTS "${input}" AND NOT is_generated)
        message(FATAL_ERROR "archivegen_add: there is no '${input}'; if the build makes it, call archivegen_add after the add_custom_command that does.")
      endif()
      list(APPEND input_files "${input}")
      continue()
    endif()
    if("${input}" STREQUAL "${CMAKE_BINARY_DIR}")
      message(FATAL_ERROR "archivegen_add: '${input}' is the build folder; name the headers in it, or a folder that has nothing but headers.")
    endif()
    # The build's own files are no inputs, and change with every build.
    foreach(build IN ITEMS "${CMAKE_BINARY_DIR}" "${CMAKE_CURRENT_BINARY_DIR}")
      cmake_path(IS_PREFIX input "${build}" NORMALIZE is_inside)
      if(is_inside AND NOT "${build}" STREQUAL "${input}")
        cmake_path(RELATIVE_PATH build BASE_DIRECTORY "${input}")
        list(APPEND exclusions --exclude "${build}")
        break()
      endif()
    endforeach()
  endforeach()
  set(arguments ${inputs} ${exclusions})
  if(arg_MODULE)
    list(APPEND arguments --module "${arg_MODULE}")
  endif()
  if(arg_CONFIG)
    cmake_path(ABSOLUTE_PATH arg_CONFIG BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    list(APPEND arguments --config "${arg_CONFIG}")
    list(APPEND input_files "${arg_CONFIG}")
  endif()
  if(CMAKE_Swift_COMPILER_TARGET)
    list(APPEND arguments --target "${CMAKE_Swift_COMPILER_TARGET}")
  endif()
  if(CMAKE_SYSROOT)
    list(APPEND arguments "--sysroot=${CMAKE_SYSROOT}")
  endif()

  # The target's folders and macros, as its C sources see them: archivegen reads them from a file, because only a file can
  # hold expressions about the language. Swift's importer of C needs the macros as well.
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if("C" IN_LIST languages)
    set(language C)
  else()
    set(language Swift)
  endif()
  get_property(is_multi GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  set(variant "")
  if(is_multi)
    set(variant "-$<CONFIG>")
  endif()
  set(options "${output}/options${variant}")
  string(REGEX REPLACE "([][+.*()^$?\\|{}])" "\\\\\\1" own "${CMAKE_CURRENT_BINARY_DIR}/${arg_TARGET}-archivegen/")
  set(folders "$<FILTER:$<TARGET_PROPERTY:${arg_TARGET},INCLUDE_DIRECTORIES>,EXCLUDE,^${own}>")
  set(macros "$<TARGET_PROPERTY:${arg_TARGET},COMPILE_DEFINITIONS>")
  set(words "$<$<BOOL:${folders}>:'-I$<JOIN:${folders},'\n'-I>'>\n$<$<BOOL:${macros}>:'-D$<JOIN:${macros},'\n'-D>'>\n")
  set(swift_words "$<$<BOOL:${macros}>:-Xcc '-D$<JOIN:${macros},'\n-Xcc '-D>'>\n")
  file(GENERATE OUTPUT "${options}-$<COMPILE_LANGUAGE>.rsp" CONTENT "${words}" TARGET "${arg_TARGET}")
  file(GENERATE OUTPUT "${options}-$<COMPILE_LANGUAGE>-swiftc.rsp" CONTENT "${swift_words}" TARGET "${arg_TARGET}")

  set(tool "$<TARGET_FILE:archivegen::archivegen>")
  set(environment "")
  set(libclang_files "")
  if(ARCHIVEGEN_LIBCLANG)
    set(environment "${CMAKE_COMMAND}" -E env "LIBCLANG_PATH=${ARCHIVEGEN_LIBCLANG}")
    set(libclang_files "${ARCHIVEGEN_LIBCLANG}")
  endif()
  set(depfile "${output}/${name}.d")
  list(JOIN arg_HEADERS " " shown)
  # The tool's own memory of earlier runs is not used, because the build system has one.
  add_custom_command(
    OUTPUT "${file}"
    COMMAND ${environment} "${tool}" "@${options}-${language}.rsp" ${arguments} ${arg_OPTIONS}
            -o "${output}" --single-file "${name}+Archive.swift" --depfile "${depfile}" --no-cache --quiet
    DEPENDS ${input_files} "${options}-${language}.rsp" "${tool}" ${libclang_files}
    DEPFILE "${depfile}"
    COMMENT "Generating the archiving of ${name}"
    COMMAND_EXPAND_LISTS VERBATIM)

  target_sources("${arg_TARGET}" PRIVATE "${file}")
  set_property(TARGET "${arg_TARGET}" APPEND PROPERTY ARCHIVEGEN_OUTPUTS "${file}")
  # The names of the module map and its header depend on the headers, so that they are not named as outputs.
  set_property(TARGET "${arg_TARGET}" APPEND PROPERTY ADDITIONAL_CLEAN_FILES
    "${output}/module.modulemap" "${output}/${name}.h" "${depfile}")
  # Swift's compiler does not tell the build which headers it reads. The headers named here, and whatever else archivegen
  # has read, are older than the generated file after every run.
  set_source_files_properties("${file}" PROPERTIES OBJECT_DEPENDS "${input_files};${options}-${language}-swiftc.rsp")
  set_property(TARGET "${arg_TARGET}" APPEND PROPERTY LINK_DEPENDS "${options}-${language}-swiftc.rsp")

  _archivegen_settle("${arg_TARGET}" "${type}")

  # Properties, because target_link_libraries() would have to guess the signature that the project uses.
  set_property(TARGET "${arg_TARGET}" APPEND PROPERTY COMPILE_OPTIONS
    "$<$<COMPILE_LANGUAGE:Swift>:@${options}-${language}-swiftc.rsp>")
  set_property(TARGET "${arg_TARGET}" APPEND PROPERTY LINK_LIBRARIES archivegen::ArchiveRuntime)
  set_property(TARGET "${arg_TARGET}" APPEND PROPERTY INCLUDE_DIRECTORIES "${output}")
  if(NOT type STREQUAL "EXECUTABLE")
    # Whoever imports the target's Swift module imports what that imports.
    set_property(TARGET "${arg_TARGET}" APPEND PROPERTY INTERFACE_LINK_LIBRARIES archivegen::ArchiveRuntime)
    set_property(TARGET "${arg_TARGET}" APPEND PROPERTY INTERFACE_INCLUDE_DIRECTORIES "$<BUILD_INTERFACE:${output}>")
  endif()
endfunction()
