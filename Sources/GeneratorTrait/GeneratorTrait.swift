// swift-format-ignore-file
// Every target that needs a library of the trait `Generator` depends on this one, so that a build without the trait ends
// with this message instead of "no such module 'SwiftSyntax'".
#if !Generator && !GeneratorWithToolchain
  #error("archivegen is built with the trait 'Generator': run 'make build', or 'swift build --traits Generator'; the runtime alone needs no trait: 'swift build --target ArchiveRuntime'")
#endif
