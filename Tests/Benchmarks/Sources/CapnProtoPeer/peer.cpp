#include <capnp/message.h>
#include <capnp/serialize.h>

#include <cstring>
#include <vector>

#include "capnproto_peer.h"
#include "sample.capnp.h"
#include "sample.h"
#include "sum.h"

struct capnproto_samples {
    std::vector<sample> values;
    /* Zeros: a message builder leaves its first segment as it has found it. */
    kj::Array<capnp::word> memory;
    kj::Array<capnp::word> singleMemory;
    /* What is read. */
    kj::Array<capnp::word> bytes;
    kj::Array<capnp::word> singleBytes;
};

namespace {

void set(SampleRecord::Builder record, const sample &value) {
    record.setId(value.id);
    record.setPosition(value.position);
    record.setCount(value.count);
    record.setFlags(value.flags);
    record.setWeight(value.weight);
    record.setLevel(value.level);
    record.setKind(value.kind);
    record.setValid(value.valid);
}

uint64_t sum(SampleRecord::Reader record) {
    return sample_sum(
        record.getId(), record.getPosition(), record.getCount(), record.getFlags(), record.getWeight(),
        record.getLevel(), record.getKind(), record.getValid());
}

void build(capnp::MessageBuilder &message, const std::vector<sample> &values) {
    auto records = message.initRoot<SampleRecords>().initSamples(values.size());
    for (size_t i = 0; i < values.size(); i++) set(records[i], values[i]);
}

kj::Array<capnp::word> zeros(size_t words) {
    auto memory = kj::heapArray<capnp::word>(words);
    memset(memory.begin(), 0, memory.size() * sizeof(capnp::word));
    return memory;
}

size_t segmentBytes(capnp::MessageBuilder &message) {
    size_t words = 0;
    for (auto segment : message.getSegmentsForOutput()) words += segment.size();
    return words * sizeof(capnp::word);
}

}  // namespace

capnproto_samples *capnproto_samples_make(const struct sample *samples, size_t count) {
    auto *made = new capnproto_samples;
    made->values.assign(samples, samples + count);
    {
        capnp::MallocMessageBuilder message;
        build(message, made->values);
        made->bytes = capnp::messageToFlatArray(message);
    }
    {
        capnp::MallocMessageBuilder message;
        set(message.initRoot<SampleRecord>(), made->values[0]);
        made->singleBytes = capnp::messageToFlatArray(message);
    }
    /* A segment that a message fits in. */
    made->memory = zeros(made->bytes.size() + 16);
    made->singleMemory = zeros(made->singleBytes.size() + 16);
    return made;
}

void capnproto_samples_free(capnproto_samples *samples) { delete samples; }

size_t capnproto_samples_encode(capnproto_samples *samples) {
    capnp::MallocMessageBuilder message(samples->memory);
    build(message, samples->values);
    return segmentBytes(message);
}

uint64_t capnproto_samples_sum(const capnproto_samples *samples) {
    capnp::FlatArrayMessageReader message(samples->bytes);
    uint64_t result = 0;
    for (auto record : message.getRoot<SampleRecords>().getSamples()) result += sum(record);
    return result;
}

uint64_t capnproto_samples_sum_one(const capnproto_samples *samples, size_t index) {
    capnp::FlatArrayMessageReader message(samples->bytes);
    auto records = message.getRoot<SampleRecords>().getSamples();
    return index < records.size() ? sum(records[index]) : 0;
}

size_t capnproto_samples_decode(const capnproto_samples *samples, bool checks) {
    capnp::FlatArrayMessageReader message(samples->bytes);
    auto records = message.getRoot<SampleRecords>().getSamples();
    std::vector<sample> copies;
    copies.reserve(records.size());
    for (auto record : records)
        copies.push_back(
            {record.getId(), record.getPosition(), record.getCount(), record.getFlags(), record.getWeight(),
             record.getLevel(), record.getKind(), record.getValid()});
    if (checks && (copies.size() != samples->values.size() ||
                   memcmp(copies.data(), samples->values.data(), copies.size() * sizeof(sample)) != 0))
        return 0;
    return copies.size();
}

size_t capnproto_single_encode(capnproto_samples *samples, size_t index) {
    capnp::MallocMessageBuilder message(samples->singleMemory);
    set(message.initRoot<SampleRecord>(), samples->values[index]);
    return segmentBytes(message);
}

uint64_t capnproto_single_sum(const capnproto_samples *samples) {
    capnp::FlatArrayMessageReader message(samples->singleBytes);
    return sum(message.getRoot<SampleRecord>());
}
