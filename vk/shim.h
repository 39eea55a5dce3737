// Calls that vulkan-go lacks (Vulkan after 1.0) or cannot make safely. vulkan-go frees its C copy of a slice argument from a finalizer,
// which may run before the call returns. So every call that takes an array of structures is made here.
#ifndef ACOVK_SHIM_H
#define ACOVK_SHIM_H

#include "api.h"

// loader.c

// Opens the Vulkan loader with that file name and returns its vkGetInstanceProcAddr, or NULL.
void *avk_load(const char *library);
// Returns the version of the loader, 0 if it supports 1.0 only.
uint32_t avk_loader_version(void *gipa);
int avk_has_layer(void *gipa, const char *layer);
int avk_has_instance_extension(void *gipa, const char *extension);

// Extension functions of an instance.
typedef struct {
    PFN_vkGetDeviceProcAddr getDeviceProcAddr;
    PFN_vkEnumerateDeviceExtensionProperties enumerateDeviceExtensionProperties;
    PFN_vkGetPhysicalDeviceQueueFamilyProperties getQueueFamilyProperties;
    PFN_vkGetPhysicalDeviceProperties2 getProperties2;
    PFN_vkGetPhysicalDeviceFeatures2 getFeatures2;
    PFN_vkGetPhysicalDeviceMemoryProperties2 getMemoryProperties2;
    PFN_vkCreateDebugUtilsMessengerEXT createMessenger;
    PFN_vkDestroyDebugUtilsMessengerEXT destroyMessenger;
} avk_instance;

void avk_instance_load(avk_instance *in, void *gipa, VkInstance handle);

// query.c

// Properties of a device beyond Vulkan 1.0; zero if unknown.
typedef struct {
    uint32_t queueFamily, queueFlags, queueFamilies, timestampBits; // queueFamilies 0: no compute queue
    uint8_t deviceUUID[16];
    uint32_t subgroupSize, subgroupStages, subgroupOperations;
    uint32_t subgroupMin, subgroupMax, maxWorkgroupSubgroups, requiredSizeStages;
    uint64_t maxAllocation;
    uint32_t driverID;
    char driverName[256], driverInfo[256];
    uint64_t heapBudget[16];
    // features
    VkBool32 storage16, int64Atomics, sizeControl, fullSubgroups, floatAtomics, executableInfo, pipelineRobustness;
    // extensions
    VkBool32 hasDriverProperties, hasMemoryBudget, hasSizeControl, hasAtomicInt64, hasAtomicFloat, hasExecutables,
        hasRobustness, hasPushDescriptor, hasPortabilitySubset;
} avk_query;

// Reads all of it. The device has Vulkan 1.1 or newer.
VkResult avk_query_device(const avk_instance *in, VkPhysicalDevice device, uint32_t apiVersion, avk_query *out);

// The features beyond Vulkan 1.0 that this package offers.
typedef struct {
    VkPhysicalDevice16BitStorageFeatures storage16;
    VkPhysicalDeviceShaderAtomicInt64Features atomicInt64;
    VkPhysicalDeviceSubgroupSizeControlFeatures sizeControl;
    VkPhysicalDeviceShaderAtomicFloatFeaturesEXT atomicFloat;
    VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR executables;
    VkPhysicalDevicePipelineRobustnessFeaturesEXT robustness;
} avk_features;

// Queries which of them the device has, and returns the head of their chain. As VkDeviceCreateInfo.pNext it enables them.
void *avk_features_query(const avk_instance *in, VkPhysicalDevice device, uint32_t apiVersion, const avk_query *q,
                         avk_features *out);

// commands.c

// Functions of a device that these files call.
typedef struct {
    VkDevice device;
    PFN_vkQueueSubmit queueSubmit;
    PFN_vkMappedMemoryRanges flush, invalidate;
    PFN_vkCreateComputePipelines createComputePipelines;
    PFN_vkUpdateDescriptorSets updateDescriptorSets;
    PFN_vkCmdBindPipeline cmdBindPipeline;
    PFN_vkCmdBindDescriptorSets cmdBindDescriptorSets;
    PFN_vkCmdPushConstants cmdPushConstants;
    PFN_vkCmdDispatch cmdDispatch;
    PFN_vkCmdPipelineBarrier cmdPipelineBarrier;
    PFN_vkCmdCopyBuffer cmdCopyBuffer;
    PFN_vkGetPipelineExecutablePropertiesKHR getExecutableProperties;
    PFN_vkGetPipelineExecutableStatisticsKHR getExecutableStatistics;
} avk_device;

void avk_device_load(avk_device *d, const avk_instance *in, VkDevice handle);

VkResult avk_submit(const avk_device *d, VkQueue queue, VkCommandBuffer commands, VkFence fence);
VkResult avk_flush(const avk_device *d, VkDeviceMemory memory, uint64_t offset, uint64_t size);
VkResult avk_invalidate(const avk_device *d, VkDeviceMemory memory, uint64_t offset, uint64_t size);
void avk_write_set(const avk_device *d, VkDescriptorSet set, uint32_t binding, VkBuffer buffer, uint64_t range);
// Binds a pipeline and its descriptor set (NULL for none), sets the push constants and dispatches.
void avk_dispatch(const avk_device *d, VkCommandBuffer commands, VkPipeline pipeline, VkPipelineLayout layout,
                  VkDescriptorSet set, const uint32_t *push, uint32_t pushBytes, uint32_t x, uint32_t y, uint32_t z);
VkResult avk_barrier(const avk_device *d, VkCommandBuffer commands, const VkBuffer *buffers, uint32_t count,
                     VkFlags srcStage, VkFlags srcAccess, VkFlags dstStage, VkFlags dstAccess);
// The same for all memory.
void avk_memory_barrier(const avk_device *d, VkCommandBuffer commands, VkFlags srcStage, VkFlags srcAccess,
                        VkFlags dstStage, VkFlags dstAccess);
void avk_copy(const avk_device *d, VkCommandBuffer commands, VkBuffer src, VkBuffer dst, uint64_t srcOffset,
              uint64_t dstOffset, uint64_t size);

// pipeline.c

// Creates a pipeline from the module's entry point "main". ids and values are its specialization constants. unchecked leaves out the
// comparison of each index with the size of its buffer; the device must have enabled the feature pipelineRobustness.
VkResult avk_pipeline(const avk_device *d, VkPipelineCache cache, VkShaderModule module, VkPipelineLayout layout,
                      const uint32_t *ids, const uint32_t *values, uint32_t constants, uint32_t subgroupSize,
                      int fullSubgroups, int statistics, int unchecked, VkPipeline *out);

typedef struct {
    char name[256];
    VkEnum format;
    double value;
} avk_statistic;

// Reads up to max statistics of a pipeline's first executable (a compute pipeline has one), the last of them the size of
// its subgroups, and returns how many.
uint32_t avk_statistics(const avk_device *d, VkPipeline pipeline, avk_statistic *out, uint32_t max);

// messages.c

// The messages of the validation layer, in order. The layer calls from any thread, so they are stored here and fetched by Go.
typedef struct avk_messages avk_messages;

avk_messages *avk_messages_new(void);
void avk_messages_free(avk_messages *m);
// Removes and returns the oldest message, as "name: text", or NULL. The caller frees it.
char *avk_messages_take(avk_messages *m);
// The structures for VkInstanceCreateInfo.pNext: the layer's synchronization validation, and a messenger for what
// happens while instances are made and destroyed. Lives as long as the messages.
void *avk_messages_instance_chain(avk_messages *m);
VkResult avk_messenger_create(const avk_instance *in, VkInstance handle, avk_messages *m,
                              VkDebugUtilsMessengerEXT *out);
void avk_messenger_destroy(const avk_instance *in, VkInstance handle, VkDebugUtilsMessengerEXT messenger);

#endif
