# Made with
#   capnp compile -oc++:CapnProtoPeer --src-prefix=InPlaceSchemas InPlaceSchemas/sample.capnp
# and sample.capnp.c++ renamed to sample.capnp.cpp, which SwiftPM knows.
@0xcd84fa425acfa2a7;

# The fields of struct sample.
struct SampleRecord {
  id @0 :UInt64;
  position @1 :Float64;
  count @2 :Int32;
  flags @3 :UInt32;
  weight @4 :Float32;
  level @5 :Int16;
  kind @6 :UInt8;
  valid @7 :Bool;
}

struct SampleRecords {
  samples @0 :List(SampleRecord);
}
