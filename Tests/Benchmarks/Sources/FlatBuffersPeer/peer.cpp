#include <cstring>
#include <vector>

#include "flatbuffers_peer.h"
#include "sample.h"
#include "sample_generated.h"
#include "sum.h"

struct flatbuffers_samples {
    std::vector<SampleStruct> values;
    flatbuffers::FlatBufferBuilder all;
    flatbuffers::FlatBufferBuilder single;
};

namespace {

uint64_t sum(const SampleStruct &value) {
    return sample_sum(
        value.id(), value.position(), value.count(), value.flags(), value.weight(), value.level(), value.kind(),
        value.valid());
}

const SampleTable *verified(const flatbuffers::FlatBufferBuilder &builder) {
    flatbuffers::Verifier verifier(builder.GetBufferPointer(), builder.GetSize());
    return VerifySampleTableBuffer(verifier) ? GetSampleTable(builder.GetBufferPointer()) : nullptr;
}

const flatbuffers::Vector<const SampleStruct *> *vector(const flatbuffers_samples *samples) {
    const SampleTable *table = verified(samples->all);
    return table ? table->samples() : nullptr;
}

}  // namespace

flatbuffers_samples *flatbuffers_samples_make(const struct sample *samples, size_t count) {
    auto *made = new flatbuffers_samples;
    for (size_t i = 0; i < count; i++) {
        const sample &value = samples[i];
        made->values.emplace_back(
            value.id, value.position, value.count, value.flags, value.weight, value.level, value.kind, value.valid);
    }
    return made;
}

void flatbuffers_samples_free(flatbuffers_samples *samples) { delete samples; }

size_t flatbuffers_samples_encode(flatbuffers_samples *samples) {
    samples->all.Clear();
    auto values = samples->all.CreateVectorOfStructs(samples->values);
    samples->all.Finish(CreateSampleTable(samples->all, nullptr, values));
    return samples->all.GetSize();
}

uint64_t flatbuffers_samples_sum(const flatbuffers_samples *samples) {
    auto *values = vector(samples);
    if (!values) return 0;
    uint64_t result = 0;
    for (const SampleStruct *value : *values) result += sum(*value);
    return result;
}

uint64_t flatbuffers_samples_sum_one(const flatbuffers_samples *samples, size_t index) {
    auto *values = vector(samples);
    return values && index < values->size() ? sum(*values->Get(index)) : 0;
}

size_t flatbuffers_samples_decode(const flatbuffers_samples *samples, bool checks) {
    auto *values = vector(samples);
    if (!values) return 0;
    std::vector<sample> copies;
    copies.reserve(values->size());
    for (const SampleStruct *value : *values)
        copies.push_back(
            {value->id(), value->position(), value->count(), value->flags(), value->weight(), value->level(),
             value->kind(), value->valid()});
    /* Both are 32 bytes without padding. */
    if (checks && (copies.size() != samples->values.size() ||
                   memcmp(copies.data(), samples->values.data(), copies.size() * sizeof(sample)) != 0))
        return 0;
    return copies.size();
}

size_t flatbuffers_single_encode(flatbuffers_samples *samples, size_t index) {
    samples->single.Clear();
    samples->single.Finish(CreateSampleTable(samples->single, &samples->values[index]));
    return samples->single.GetSize();
}

uint64_t flatbuffers_single_sum(const flatbuffers_samples *samples) {
    const SampleTable *table = verified(samples->single);
    return table && table->one() ? sum(*table->one()) : 0;
}
