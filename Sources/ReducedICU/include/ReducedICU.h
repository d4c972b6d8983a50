// Substitutes for parts of the ICU in Foundation, for a small tool. They are found by the linker, and nothing is declared here.
