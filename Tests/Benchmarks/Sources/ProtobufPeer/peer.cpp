#include "protobuf_peer.h"

#include <string>

#include "sample.h"
#include "sample.pb.h"

struct protobuf_samples {
    SampleMessages messages;
    std::string bytes;
};

protobuf_samples *protobuf_samples_make(const struct sample *samples, size_t count) {
    auto *made = new protobuf_samples;
    for (size_t i = 0; i < count; i++) {
        SampleMessage *message = made->messages.add_samples();
        message->set_id(samples[i].id);
        message->set_position(samples[i].position);
        message->set_count(samples[i].count);
        message->set_flags(samples[i].flags);
        message->set_weight(samples[i].weight);
        message->set_level(samples[i].level);
        message->set_kind(samples[i].kind);
        message->set_valid(samples[i].valid);
    }
    return made;
}

void protobuf_samples_free(protobuf_samples *samples) { delete samples; }

size_t protobuf_samples_encode(protobuf_samples *samples) {
    std::string bytes;
    if (!samples->messages.SerializeToString(&bytes)) return 0;
    samples->bytes = std::move(bytes);
    return samples->bytes.size();
}

size_t protobuf_samples_decode(const protobuf_samples *samples, bool checks) {
    SampleMessages messages;
    if (!messages.ParseFromString(samples->bytes)) return 0;
    if (checks && messages.SerializeAsString() != samples->bytes) return 0;
    return messages.samples_size();
}
