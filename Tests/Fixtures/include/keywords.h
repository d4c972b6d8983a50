// Names that mean something in Swift.
#pragma once

struct keywords {
    int self, init, class, func, let, var, in, is, as, where, protocol, Type, Self, Any, default_, switch_;
    unsigned internal : 1, guard : 2;
    int nil, true_, repeat, import, subscript, throws, operator, extension, some, description, hashValue;
};

struct class {
    int a;
};

struct in {
    int a;
};
