// Types with the names of Swift's own.
#pragma once

struct Int { int x; };
struct String { int x; };
struct Array { int x; };
struct Type { int x; };
struct Bool { int x; };
struct Double { struct Int inner; struct Type type; };
struct Swift { int x; };
struct Any { int x; };
struct Self { int x; };
