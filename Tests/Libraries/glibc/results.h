// What glob and getpwnam give. Code is written for the types of given headers; those of the system come along in these.
#pragma once
#include <glob.h>
#include <pwd.h>

struct found_files {
    glob_t files;
};

struct found_user {
    struct passwd *user;  // archive: ref
};
