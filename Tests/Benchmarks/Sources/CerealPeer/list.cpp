#include "cereal_peer.h"

#include <pthread.h>
#include <sys/mman.h>

#include <cereal/archives/portable_binary.hpp>
#include <cereal/types/memory.hpp>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "list.h"
#include "memory_buffer.h"

namespace {

struct Node {
    int32_t number = 0;
    uint32_t flags = 0;
    double weight = 0;
    std::shared_ptr<Node> next;
    std::weak_ptr<Node> prev;

    template <class Archive>
    void serialize(Archive &archive) {
        archive(number, flags, weight, next, prev);
    }
};

using Head = std::shared_ptr<Node>;

/* The nodes' own destructors would call each other a million deep. */
void clear(Head &head) {
    while (head) {
        Head next = std::move(head->next);
        head = std::move(next);
    }
}

size_t rightCount(const Head &head) {
    size_t index = 0;
    const Node *before = nullptr;
    for (const Node *node = head.get(); node; node = node->next.get(), index++) {
        if (node->number != list_number(index) || node->flags != list_flags(index) ||
            node->weight != list_weight(index) || node->prev.lock().get() != before)
            return 0;
        before = node;
    }
    return index;
}

/* cereal goes into the next node before it is done with one, so it gets a stack for a million of them. The stack is kept,
   so that only the first call pays for its pages. */
constexpr size_t stackBytes = size_t(4) << 30;

void *stack() {
    static void *const memory = [] {
        void *found = mmap(nullptr, stackBytes, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
        if (found == MAP_FAILED) abort();
        return found;
    }();
    return memory;
}

template <class Work>
void onDeepStack(Work work) {
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    if (pthread_attr_setstack(&attributes, stack(), stackBytes)) abort();
    auto run = [](void *work) -> void * {
        (*static_cast<Work *>(work))();
        return nullptr;
    };
    if (pthread_create(&thread, &attributes, run, &work)) abort();
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
}

}  // namespace

struct cereal_list {
    Head head;
    std::string bytes;
};

cereal_list *cereal_list_make(size_t count, bool shuffled) {
    size_t *order = list_order(count, shuffled);
    std::vector<Head> nodes(count);
    for (size_t i = 0; i < count; i++) nodes[order[i]] = std::make_shared<Node>();
    for (size_t i = 0; i < count; i++) {
        Node &node = *nodes[i];
        node.number = list_number(i);
        node.flags = list_flags(i);
        node.weight = list_weight(i);
        if (i + 1 < count) node.next = nodes[i + 1];
        if (i > 0) node.prev = nodes[i - 1];
    }
    free(order);
    return new cereal_list{count > 0 ? nodes[0] : nullptr, ""};
}

void cereal_list_free(cereal_list *list) {
    clear(list->head);
    delete list;
}

size_t cereal_list_encode(cereal_list *list) {
    onDeepStack([&] {
        std::ostringstream stream;
        {
            cereal::PortableBinaryOutputArchive archive(stream);
            archive(list->head);
        }
        list->bytes = std::move(stream).str();
    });
    return list->bytes.size();
}

size_t cereal_list_decode(const cereal_list *list, bool checks) {
    size_t result = 1;
    onDeepStack([&] {
        MemoryBuffer buffer(list->bytes);
        std::istream stream(&buffer);
        Head head;
        {
            cereal::PortableBinaryInputArchive archive(stream);
            archive(head);
        }
        if (checks) result = rightCount(head);
        clear(head);
    });
    return result;
}

size_t cereal_stack_bytes(void) {
    std::vector<unsigned char> pages(stackBytes / 4096);
    size_t count = 0;
    if (mincore(stack(), stackBytes, pages.data())) return 0;
    for (unsigned char page : pages) count += page & 1;
    return count * 4096;
}
