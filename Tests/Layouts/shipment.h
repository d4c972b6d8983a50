#include <stdint.h>

enum state { STATE_PACKED, STATE_SENT, STATE_LOST };

struct money {
  int64_t amount;
  char currency[4];  // archive: cstring
};

struct shipment {
  uint8_t priority;
  struct money price;  // archive: was("cost")
  enum state state;
  uint16_t fragile : 1, express : 1, boxes : 6;
  const char *address;  // archive: cstring
  uint8_t route[5];
  void *cache;  // archive: skip
};
