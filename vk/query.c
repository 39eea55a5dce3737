#include "shim.h"

#include <stdlib.h>
#include <string.h>

#define VERSION_1_2 ((1u << 22) | (2u << 12))
#define VERSION_1_3 ((1u << 22) | (3u << 12))

// Puts a structure at the head of a chain.
static void *push(void *head, void *s, VkEnum type) {
    VkBaseOutStructure *base = s;
    base->sType = type;
    base->pNext = head;
    return s;
}

static VkResult query_extensions(const avk_instance *in, VkPhysicalDevice device, avk_query *q) {
    uint32_t n = 0;
    VkResult r = in->enumerateDeviceExtensionProperties(device, NULL, &n, NULL);
    if (r != VK_SUCCESS || n == 0) return r;
    VkExtensionProperties *all = calloc(n, sizeof *all);
    if (all == NULL) return VK_ERROR_OUT_OF_HOST_MEMORY;
    r = in->enumerateDeviceExtensionProperties(device, NULL, &n, all);
    struct {
        const char *name;
        VkBool32 *has;
    } wanted[] = {
        {"VK_KHR_driver_properties", &q->hasDriverProperties},
        {"VK_EXT_memory_budget", &q->hasMemoryBudget},
        {"VK_EXT_subgroup_size_control", &q->hasSizeControl},
        {"VK_KHR_shader_atomic_int64", &q->hasAtomicInt64},
        {"VK_EXT_shader_atomic_float", &q->hasAtomicFloat},
        {"VK_KHR_pipeline_executable_properties", &q->hasExecutables},
        {"VK_EXT_pipeline_robustness", &q->hasRobustness},
        {"VK_KHR_push_descriptor", &q->hasPushDescriptor},
        {"VK_KHR_portability_subset", &q->hasPortabilitySubset},
    };
    if (r >= VK_SUCCESS)
        for (uint32_t i = 0; i < n; i++)
            for (size_t j = 0; j < sizeof wanted / sizeof *wanted; j++)
                if (strcmp(all[i].extensionName, wanted[j].name) == 0) *wanted[j].has = 1;
    free(all);
    return r < VK_SUCCESS ? r : VK_SUCCESS;
}

// Prefers a family with compute and without graphics. On many devices it has its own hardware queue, so that the desktop's frames do not
// wait for this program.
static VkResult query_queues(const avk_instance *in, VkPhysicalDevice device, avk_query *q) {
    uint32_t n = 0;
    in->getQueueFamilyProperties(device, &n, NULL);
    if (n == 0) return VK_SUCCESS;
    VkQueueFamilyProperties *all = calloc(n, sizeof *all);
    if (all == NULL) return VK_ERROR_OUT_OF_HOST_MEMORY;
    in->getQueueFamilyProperties(device, &n, all);
    for (uint32_t i = 0; i < n; i++) {
        VkFlags flags = all[i].queueFlags;
        if ((flags & VK_QUEUE_COMPUTE_BIT) == 0 || all[i].queueCount == 0) continue;
        int better = (q->queueFlags & VK_QUEUE_GRAPHICS_BIT) != 0 && (flags & VK_QUEUE_GRAPHICS_BIT) == 0;
        if (q->queueFamilies++ != 0 && !better) continue;
        q->queueFamily = i;
        q->queueFlags = flags;
        q->timestampBits = all[i].timestampValidBits;
    }
    free(all);
    return VK_SUCCESS;
}

static void query_properties(const avk_instance *in, VkPhysicalDevice device, uint32_t version, avk_query *q) {
    VkPhysicalDeviceIDProperties id = {0};
    VkPhysicalDeviceSubgroupProperties subgroup = {0};
    VkPhysicalDeviceMaintenance3Properties maintenance = {0};
    VkPhysicalDeviceDriverProperties driver = {0};
    VkPhysicalDeviceSubgroupSizeControlProperties size = {0};
    void *chain = push(NULL, &id, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES);
    chain = push(chain, &subgroup, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES);
    chain = push(chain, &maintenance, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES);
    if (q->hasDriverProperties || version >= VERSION_1_2)
        chain = push(chain, &driver, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES);
    if (q->hasSizeControl || version >= VERSION_1_3)
        chain = push(chain, &size, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES);
    VkPhysicalDeviceProperties2 root = {0};
    push(chain, &root, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
    in->getProperties2(device, &root);

    memcpy(q->deviceUUID, id.deviceUUID, sizeof q->deviceUUID);
    q->subgroupSize = subgroup.subgroupSize;
    q->subgroupStages = subgroup.supportedStages;
    q->subgroupOperations = subgroup.supportedOperations;
    q->maxAllocation = maintenance.maxMemoryAllocationSize;
    q->driverID = (uint32_t)driver.driverID;
    memcpy(q->driverName, driver.driverName, sizeof q->driverName - 1);
    memcpy(q->driverInfo, driver.driverInfo, sizeof q->driverInfo - 1);
    q->subgroupMin = size.minSubgroupSize;
    q->subgroupMax = size.maxSubgroupSize;
    q->maxWorkgroupSubgroups = size.maxComputeWorkgroupSubgroups;
    q->requiredSizeStages = size.requiredSubgroupSizeStages;
}

void *avk_features_query(const avk_instance *in, VkPhysicalDevice device, uint32_t version, const avk_query *q,
                         avk_features *f) {
    memset(f, 0, sizeof *f);
    void *chain = push(NULL, &f->storage16, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES);
    if (q->hasAtomicInt64 || version >= VERSION_1_2)
        chain = push(chain, &f->atomicInt64, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES);
    if (q->hasSizeControl || version >= VERSION_1_3)
        chain = push(chain, &f->sizeControl, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES);
    if (q->hasAtomicFloat)
        chain = push(chain, &f->atomicFloat, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT);
    if (q->hasExecutables)
        chain = push(chain, &f->executables,
                     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR);
    if (q->hasRobustness)
        chain = push(chain, &f->robustness, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_ROBUSTNESS_FEATURES_EXT);
    VkPhysicalDeviceFeatures2 root = {0};
    push(chain, &root, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
    in->getFeatures2(device, &root);
    return chain;
}

VkResult avk_query_device(const avk_instance *in, VkPhysicalDevice device, uint32_t version, avk_query *q) {
    memset(q, 0, sizeof *q);
    VkResult r = query_extensions(in, device, q);
    if (r == VK_SUCCESS) r = query_queues(in, device, q);
    if (r != VK_SUCCESS) return r;
    query_properties(in, device, version, q);
    avk_features f;
    avk_features_query(in, device, version, q, &f);
    q->storage16 = f.storage16.storageBuffer16BitAccess;
    q->int64Atomics = f.atomicInt64.shaderBufferInt64Atomics;
    q->sizeControl = f.sizeControl.subgroupSizeControl;
    q->fullSubgroups = f.sizeControl.computeFullSubgroups;
    q->floatAtomics = f.atomicFloat.shaderBufferFloat32AtomicAdd;
    q->executableInfo = f.executables.pipelineExecutableInfo;
    q->pipelineRobustness = f.robustness.pipelineRobustness;
    if (q->hasMemoryBudget) {
        VkPhysicalDeviceMemoryBudgetPropertiesEXT budget = {0};
        VkPhysicalDeviceMemoryProperties2 root = {0};
        push(NULL, &budget, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT);
        push(&budget, &root, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2);
        in->getMemoryProperties2(device, &root);
        memcpy(q->heapBudget, budget.heapBudget, sizeof q->heapBudget);
    }
    return VK_SUCCESS;
}
