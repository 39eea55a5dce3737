// The few declarations of the Vulkan API that the shim needs, under the names and with the layouts of the
// specification (https://registry.khronos.org/vulkan/specs/1.3-extensions/html/). They stand here because the headers
// that come with vulkan-go are of Vulkan 1.1.88, lack what came later, and lie where cgo cannot include them.
#ifndef ACOVK_API_H
#define ACOVK_API_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define VKAPI_PTR __stdcall
#else
#define VKAPI_PTR
#endif

#if defined(__LP64__) || defined(_WIN64)
#define VK_HANDLE(name) typedef struct avk_##name *name
#else
#define VK_HANDLE(name) typedef uint64_t name
#endif
#define VK_DISPATCHABLE(name) typedef struct avk_##name *name

VK_DISPATCHABLE(VkInstance);
VK_DISPATCHABLE(VkPhysicalDevice);
VK_DISPATCHABLE(VkDevice);
VK_DISPATCHABLE(VkQueue);
VK_DISPATCHABLE(VkCommandBuffer);
VK_HANDLE(VkBuffer);
VK_HANDLE(VkBufferView);
VK_HANDLE(VkDeviceMemory);
VK_HANDLE(VkFence);
VK_HANDLE(VkSemaphore);
VK_HANDLE(VkShaderModule);
VK_HANDLE(VkPipeline);
VK_HANDLE(VkPipelineCache);
VK_HANDLE(VkPipelineLayout);
VK_HANDLE(VkDescriptorSet);
VK_HANDLE(VkDebugUtilsMessengerEXT);

typedef uint32_t VkBool32;
typedef uint32_t VkFlags;
typedef uint64_t VkDeviceSize;
typedef int32_t VkResult;
typedef int32_t VkEnum; // every enumeration is an int of 32 bits

enum {
    VK_SUCCESS = 0,
    VK_INCOMPLETE = 5,
    VK_ERROR_OUT_OF_HOST_MEMORY = -1,
};

enum {
    VK_STRUCTURE_TYPE_SUBMIT_INFO = 4,
    VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE = 6,
    VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO = 18,
    VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO = 29,
    VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET = 35,
    VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER = 44,
    VK_STRUCTURE_TYPE_MEMORY_BARRIER = 46,
    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2 = 1000059000,
    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2 = 1000059001,
    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2 = 1000059006,
    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES = 1000071004,
    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES = 1000083000,
    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES = 1000094000,
    VK_STRUCTURE_TYPE_PIPELINE_ROBUSTNESS_CREATE_INFO_EXT = 1000068000,
    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_ROBUSTNESS_FEATURES_EXT = 1000068001,
    VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT = 1000128004,
    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES = 1000168000,
    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES = 1000180000,
    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES = 1000196000,
    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES = 1000225000,
    VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO = 1000225001,
    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES = 1000225002,
    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT = 1000237000,
    VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT = 1000247000,
    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT = 1000260000,
    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR = 1000269000,
    VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR = 1000269001,
    VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_PROPERTIES_KHR = 1000269002,
    VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR = 1000269003,
    VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR = 1000269004,
};

enum {
    VK_QUEUE_GRAPHICS_BIT = 1,
    VK_QUEUE_COMPUTE_BIT = 2,
    VK_PIPELINE_BIND_POINT_COMPUTE = 1,
    VK_SHADER_STAGE_COMPUTE_BIT = 0x20,
    VK_DESCRIPTOR_TYPE_STORAGE_BUFFER = 7,
    VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT = 2,
    VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR = 0x40,
    VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_DISABLED_EXT = 1,
    VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT = 0x100,
    VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT = 0x1000,
    VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT = 2,
    VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT = 4,
    VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_BOOL32_KHR = 0,
    VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_INT64_KHR = 1,
    VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR = 2,
    VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_FLOAT64_KHR = 3,
};

#define VK_QUEUE_FAMILY_IGNORED (~0u)
#define VK_WHOLE_SIZE (~0ull)

// What every structure of a pNext chain begins with.
typedef struct VkBaseOutStructure {
    VkEnum sType;
    struct VkBaseOutStructure *pNext;
} VkBaseOutStructure;

// Structures that are queried.

typedef struct {
    char extensionName[256];
    uint32_t specVersion;
} VkExtensionProperties;

typedef struct {
    char layerName[256];
    uint32_t specVersion, implementationVersion;
    char description[256];
} VkLayerProperties;

typedef struct {
    VkFlags queueFlags;
    uint32_t queueCount, timestampValidBits;
    uint32_t minImageTransferGranularity[3];
} VkQueueFamilyProperties;

// The core properties are read through vulkan-go; here they only take their room, 824 bytes.
typedef struct {
    VkEnum sType;
    void *pNext;
    uint64_t properties[103];
} VkPhysicalDeviceProperties2;

// The core features likewise: 55 booleans.
typedef struct {
    VkEnum sType;
    void *pNext;
    VkBool32 features[55];
} VkPhysicalDeviceFeatures2;

// The core memory properties likewise: 520 bytes.
typedef struct {
    VkEnum sType;
    void *pNext;
    uint64_t memoryProperties[65];
} VkPhysicalDeviceMemoryProperties2;

typedef struct {
    VkEnum sType;
    void *pNext;
    uint8_t deviceUUID[16], driverUUID[16], deviceLUID[8];
    uint32_t deviceNodeMask;
    VkBool32 deviceLUIDValid;
} VkPhysicalDeviceIDProperties;

typedef struct {
    VkEnum sType;
    void *pNext;
    uint32_t subgroupSize;
    VkFlags supportedStages, supportedOperations;
    VkBool32 quadOperationsInAllStages;
} VkPhysicalDeviceSubgroupProperties;

typedef struct {
    VkEnum sType;
    void *pNext;
    uint32_t maxPerSetDescriptors;
    VkDeviceSize maxMemoryAllocationSize;
} VkPhysicalDeviceMaintenance3Properties;

typedef struct {
    VkEnum sType;
    void *pNext;
    VkEnum driverID;
    char driverName[256], driverInfo[256];
    uint8_t conformanceVersion[4];
} VkPhysicalDeviceDriverProperties;

typedef struct {
    VkEnum sType;
    void *pNext;
    uint32_t minSubgroupSize, maxSubgroupSize, maxComputeWorkgroupSubgroups;
    VkFlags requiredSubgroupSizeStages;
} VkPhysicalDeviceSubgroupSizeControlProperties;

typedef struct {
    VkEnum sType;
    void *pNext;
    VkDeviceSize heapBudget[16], heapUsage[16];
} VkPhysicalDeviceMemoryBudgetPropertiesEXT;

// Features, queried and enabled.

typedef struct {
    VkEnum sType;
    void *pNext;
    VkBool32 storageBuffer16BitAccess, uniformAndStorageBuffer16BitAccess, storagePushConstant16, storageInputOutput16;
} VkPhysicalDevice16BitStorageFeatures;

typedef struct {
    VkEnum sType;
    void *pNext;
    VkBool32 shaderBufferInt64Atomics, shaderSharedInt64Atomics;
} VkPhysicalDeviceShaderAtomicInt64Features;

typedef struct {
    VkEnum sType;
    void *pNext;
    VkBool32 subgroupSizeControl, computeFullSubgroups;
} VkPhysicalDeviceSubgroupSizeControlFeatures;

typedef struct {
    VkEnum sType;
    void *pNext;
    VkBool32 shaderBufferFloat32Atomics, shaderBufferFloat32AtomicAdd, shaderBufferFloat64Atomics,
        shaderBufferFloat64AtomicAdd, shaderSharedFloat32Atomics, shaderSharedFloat32AtomicAdd,
        shaderSharedFloat64Atomics, shaderSharedFloat64AtomicAdd, shaderImageFloat32Atomics,
        shaderImageFloat32AtomicAdd, sparseImageFloat32Atomics, sparseImageFloat32AtomicAdd;
} VkPhysicalDeviceShaderAtomicFloatFeaturesEXT;

typedef struct {
    VkEnum sType;
    void *pNext;
    VkBool32 pipelineExecutableInfo;
} VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR;

typedef struct {
    VkEnum sType;
    void *pNext;
    VkBool32 pipelineRobustness;
} VkPhysicalDevicePipelineRobustnessFeaturesEXT;

// Pipelines.

typedef struct {
    VkEnum sType;
    const void *pNext;
    VkEnum storageBuffers, uniformBuffers, vertexInputs, images;
} VkPipelineRobustnessCreateInfoEXT;

typedef struct {
    uint32_t constantID, offset;
    size_t size;
} VkSpecializationMapEntry;

typedef struct {
    uint32_t mapEntryCount;
    const VkSpecializationMapEntry *pMapEntries;
    size_t dataSize;
    const void *pData;
} VkSpecializationInfo;

typedef struct {
    VkEnum sType;
    void *pNext;
    uint32_t requiredSubgroupSize;
} VkPipelineShaderStageRequiredSubgroupSizeCreateInfo;

typedef struct {
    VkEnum sType;
    const void *pNext;
    VkFlags flags;
    VkEnum stage;
    VkShaderModule module;
    const char *pName;
    const VkSpecializationInfo *pSpecializationInfo;
} VkPipelineShaderStageCreateInfo;

typedef struct {
    VkEnum sType;
    const void *pNext;
    VkFlags flags;
    VkPipelineShaderStageCreateInfo stage;
    VkPipelineLayout layout;
    VkPipeline basePipelineHandle;
    int32_t basePipelineIndex;
} VkComputePipelineCreateInfo;

typedef struct {
    VkEnum sType;
    const void *pNext;
    VkPipeline pipeline;
} VkPipelineInfoKHR;

typedef struct {
    VkEnum sType;
    void *pNext;
    VkFlags stages;
    char name[256], description[256];
    uint32_t subgroupSize;
} VkPipelineExecutablePropertiesKHR;

typedef struct {
    VkEnum sType;
    const void *pNext;
    VkPipeline pipeline;
    uint32_t executableIndex;
} VkPipelineExecutableInfoKHR;

typedef struct {
    VkEnum sType;
    void *pNext;
    char name[256], description[256];
    VkEnum format;
    union {
        VkBool32 b32;
        int64_t i64;
        uint64_t u64;
        double f64;
    } value;
} VkPipelineExecutableStatisticKHR;

typedef struct {
    VkBuffer buffer;
    VkDeviceSize offset, range;
} VkDescriptorBufferInfo;

typedef struct {
    VkEnum sType;
    const void *pNext;
    VkDescriptorSet dstSet;
    uint32_t dstBinding, dstArrayElement, descriptorCount;
    VkEnum descriptorType;
    const void *pImageInfo;
    const VkDescriptorBufferInfo *pBufferInfo;
    const VkBufferView *pTexelBufferView;
} VkWriteDescriptorSet;

// Commands.

typedef struct {
    VkEnum sType;
    const void *pNext;
    VkFlags srcAccessMask, dstAccessMask;
} VkMemoryBarrier;

typedef struct {
    VkEnum sType;
    const void *pNext;
    VkFlags srcAccessMask, dstAccessMask;
    uint32_t srcQueueFamilyIndex, dstQueueFamilyIndex;
    VkBuffer buffer;
    VkDeviceSize offset, size;
} VkBufferMemoryBarrier;

typedef struct {
    VkDeviceSize srcOffset, dstOffset, size;
} VkBufferCopy;

typedef struct {
    VkEnum sType;
    const void *pNext;
    uint32_t waitSemaphoreCount;
    const VkSemaphore *pWaitSemaphores;
    const VkFlags *pWaitDstStageMask;
    uint32_t commandBufferCount;
    const VkCommandBuffer *pCommandBuffers;
    uint32_t signalSemaphoreCount;
    const VkSemaphore *pSignalSemaphores;
} VkSubmitInfo;

typedef struct {
    VkEnum sType;
    const void *pNext;
    VkDeviceMemory memory;
    VkDeviceSize offset, size;
} VkMappedMemoryRange;

// Validation.

typedef struct {
    VkEnum sType;
    const void *pNext;
    uint32_t enabledValidationFeatureCount;
    const VkEnum *pEnabledValidationFeatures;
    uint32_t disabledValidationFeatureCount;
    const VkEnum *pDisabledValidationFeatures;
} VkValidationFeaturesEXT;

// The callback's data, as far as it is read.
typedef struct {
    VkEnum sType;
    const void *pNext;
    VkFlags flags;
    const char *pMessageIdName;
    int32_t messageIdNumber;
    const char *pMessage;
} VkDebugUtilsMessengerCallbackDataEXT;

typedef VkBool32(VKAPI_PTR *PFN_vkDebugUtilsMessengerCallbackEXT)(VkEnum severity, VkFlags types,
                                                                  const VkDebugUtilsMessengerCallbackDataEXT *data,
                                                                  void *user);

typedef struct {
    VkEnum sType;
    const void *pNext;
    VkFlags flags, messageSeverity, messageType;
    PFN_vkDebugUtilsMessengerCallbackEXT pfnUserCallback;
    void *pUserData;
} VkDebugUtilsMessengerCreateInfoEXT;

// Functions.

typedef void(VKAPI_PTR *PFN_vkVoidFunction)(void);
typedef PFN_vkVoidFunction(VKAPI_PTR *PFN_vkGetInstanceProcAddr)(VkInstance, const char *);
typedef PFN_vkVoidFunction(VKAPI_PTR *PFN_vkGetDeviceProcAddr)(VkDevice, const char *);
typedef VkResult(VKAPI_PTR *PFN_vkEnumerateInstanceVersion)(uint32_t *);
typedef VkResult(VKAPI_PTR *PFN_vkEnumerateInstanceLayerProperties)(uint32_t *, VkLayerProperties *);
typedef VkResult(VKAPI_PTR *PFN_vkEnumerateInstanceExtensionProperties)(const char *, uint32_t *,
                                                                        VkExtensionProperties *);
typedef VkResult(VKAPI_PTR *PFN_vkEnumerateDeviceExtensionProperties)(VkPhysicalDevice, const char *, uint32_t *,
                                                                      VkExtensionProperties *);
typedef void(VKAPI_PTR *PFN_vkGetPhysicalDeviceQueueFamilyProperties)(VkPhysicalDevice, uint32_t *,
                                                                      VkQueueFamilyProperties *);
typedef void(VKAPI_PTR *PFN_vkGetPhysicalDeviceProperties2)(VkPhysicalDevice, VkPhysicalDeviceProperties2 *);
typedef void(VKAPI_PTR *PFN_vkGetPhysicalDeviceFeatures2)(VkPhysicalDevice, VkPhysicalDeviceFeatures2 *);
typedef void(VKAPI_PTR *PFN_vkGetPhysicalDeviceMemoryProperties2)(VkPhysicalDevice,
                                                                  VkPhysicalDeviceMemoryProperties2 *);
typedef VkResult(VKAPI_PTR *PFN_vkCreateDebugUtilsMessengerEXT)(VkInstance, const VkDebugUtilsMessengerCreateInfoEXT *,
                                                                const void *, VkDebugUtilsMessengerEXT *);
typedef void(VKAPI_PTR *PFN_vkDestroyDebugUtilsMessengerEXT)(VkInstance, VkDebugUtilsMessengerEXT, const void *);
typedef VkResult(VKAPI_PTR *PFN_vkQueueSubmit)(VkQueue, uint32_t, const VkSubmitInfo *, VkFence);
typedef VkResult(VKAPI_PTR *PFN_vkMappedMemoryRanges)(VkDevice, uint32_t, const VkMappedMemoryRange *);
typedef VkResult(VKAPI_PTR *PFN_vkCreateComputePipelines)(VkDevice, VkPipelineCache, uint32_t,
                                                          const VkComputePipelineCreateInfo *, const void *,
                                                          VkPipeline *);
typedef void(VKAPI_PTR *PFN_vkUpdateDescriptorSets)(VkDevice, uint32_t, const VkWriteDescriptorSet *, uint32_t,
                                                    const void *);
typedef void(VKAPI_PTR *PFN_vkCmdBindPipeline)(VkCommandBuffer, VkEnum, VkPipeline);
typedef void(VKAPI_PTR *PFN_vkCmdBindDescriptorSets)(VkCommandBuffer, VkEnum, VkPipelineLayout, uint32_t, uint32_t,
                                                     const VkDescriptorSet *, uint32_t, const uint32_t *);
typedef void(VKAPI_PTR *PFN_vkCmdPushConstants)(VkCommandBuffer, VkPipelineLayout, VkFlags, uint32_t, uint32_t,
                                                const void *);
typedef void(VKAPI_PTR *PFN_vkCmdDispatch)(VkCommandBuffer, uint32_t, uint32_t, uint32_t);
typedef void(VKAPI_PTR *PFN_vkCmdPipelineBarrier)(VkCommandBuffer, VkFlags, VkFlags, VkFlags, uint32_t,
                                                  const VkMemoryBarrier *, uint32_t, const VkBufferMemoryBarrier *,
                                                  uint32_t, const void *);
typedef void(VKAPI_PTR *PFN_vkCmdCopyBuffer)(VkCommandBuffer, VkBuffer, VkBuffer, uint32_t, const VkBufferCopy *);
typedef VkResult(VKAPI_PTR *PFN_vkGetPipelineExecutablePropertiesKHR)(VkDevice, const VkPipelineInfoKHR *, uint32_t *,
                                                                      VkPipelineExecutablePropertiesKHR *);
typedef VkResult(VKAPI_PTR *PFN_vkGetPipelineExecutableStatisticsKHR)(VkDevice, const VkPipelineExecutableInfoKHR *,
                                                                      uint32_t *, VkPipelineExecutableStatisticKHR *);

#endif
