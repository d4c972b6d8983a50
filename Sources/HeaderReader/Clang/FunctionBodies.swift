import CClang

/// Whether the bodies of functions are parsed.
enum FunctionBodies { case skipped, parsed }
