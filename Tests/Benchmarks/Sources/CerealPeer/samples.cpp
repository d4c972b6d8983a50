#include <cereal/archives/portable_binary.hpp>
#include <cereal/types/vector.hpp>
#include <cstring>
#include <sstream>
#include <vector>

#include "cereal_peer.h"
#include "memory_buffer.h"
#include "sample.h"

template <class Archive>
void serialize(Archive &archive, sample &value) {
    archive(value.id, value.position, value.count, value.flags, value.weight, value.level, value.kind, value.valid);
}

struct cereal_samples {
    std::vector<sample> values;
    std::string bytes;
};

cereal_samples *cereal_samples_make(const struct sample *samples, size_t count) {
    return new cereal_samples{{samples, samples + count}, ""};
}

void cereal_samples_free(cereal_samples *samples) { delete samples; }

size_t cereal_samples_encode(cereal_samples *samples) {
    std::ostringstream stream;
    {
        cereal::PortableBinaryOutputArchive archive(stream);
        archive(samples->values);
    }
    samples->bytes = std::move(stream).str();
    return samples->bytes.size();
}

size_t cereal_samples_decode(const cereal_samples *samples, bool checks) {
    MemoryBuffer buffer(samples->bytes);
    std::istream stream(&buffer);
    std::vector<sample> values;
    {
        cereal::PortableBinaryInputArchive archive(stream);
        archive(values);
    }
    if (checks && (values.size() != samples->values.size() ||
                   memcmp(values.data(), samples->values.data(), values.size() * sizeof(sample)) != 0))
        return 0;
    return values.size();
}
