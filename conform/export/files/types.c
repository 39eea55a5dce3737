#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

struct module {
    const char *name;
    const uint32_t *code; // SPIR-V; the defaults of its specialization constants are the values of the case
    size_t bytes;
    uint32_t subgroup_size;  // of the device that the module is for; 0: any
    uint32_t full_subgroups; // 1: require them
    uint32_t operations;     // VkSubgroupFeatureFlags that the device must have
    uint32_t push_bytes;
    uint32_t slots; // storage buffers of descriptor set 0
    const uint32_t *buffers;
};

struct range {
    uint32_t first, count; // words
};

struct buffer {
    const char *name;
    uint32_t words;
    const uint32_t *before;
    uint32_t range_count;
    const struct range *ranges; // of words that follow from the reference
    const uint32_t *expected;   // these words, range after range
};

struct dispatch {
    uint32_t module;
    uint32_t groups[3];
    const uint32_t *push;
    uint32_t barrier_count;
    const uint32_t *barriers; // buffers with a barrier before the dispatch
};

