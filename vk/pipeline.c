#include "shim.h"

#include <stdlib.h>
#include <string.h>

VkResult avk_pipeline(const avk_device *d, VkPipelineCache cache, VkShaderModule module, VkPipelineLayout layout,
                      const uint32_t *ids, const uint32_t *values, uint32_t constants, uint32_t subgroupSize,
                      int fullSubgroups, int statistics, int unchecked, VkPipeline *out) {
    VkSpecializationMapEntry *entries = NULL;
    if (constants) {
        entries = calloc(constants, sizeof *entries);
        if (entries == NULL) return VK_ERROR_OUT_OF_HOST_MEMORY;
        for (uint32_t i = 0; i < constants; i++)
            entries[i] = (VkSpecializationMapEntry){ids[i], i * sizeof *values, sizeof *values};
    }
    VkSpecializationInfo specialization = {constants, entries, constants * sizeof *values, values};
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo required = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO,
        .requiredSubgroupSize = subgroupSize,
    };
    VkPipelineRobustnessCreateInfoEXT robustness = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_ROBUSTNESS_CREATE_INFO_EXT,
        .storageBuffers = VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_DISABLED_EXT,
    };
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .pNext = unchecked ? &robustness : NULL,
        .flags = statistics ? VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR : 0,
        .stage =
            {
                .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                .pNext = subgroupSize ? &required : NULL,
                .flags = fullSubgroups ? VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT : 0,
                .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                .module = module,
                .pName = "main",
                .pSpecializationInfo = constants ? &specialization : NULL,
            },
        .layout = layout,
        .basePipelineIndex = -1,
    };
    VkResult r = d->createComputePipelines(d->device, cache, 1, &info, NULL, out);
    free(entries);
    return r;
}

uint32_t avk_statistics(const avk_device *d, VkPipeline pipeline, avk_statistic *out, uint32_t max) {
    if (d->getExecutableProperties == NULL || d->getExecutableStatistics == NULL) return 0;
    VkPipelineInfoKHR which = {VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR, NULL, pipeline};
    VkPipelineExecutablePropertiesKHR properties = {.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_PROPERTIES_KHR};
    uint32_t executables = 1;
    VkResult r = d->getExecutableProperties(d->device, &which, &executables, &properties);
    if ((r != VK_SUCCESS && r != VK_INCOMPLETE) || executables == 0 || max == 0) return 0;
    VkPipelineExecutableInfoKHR first = {VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR, NULL, pipeline, 0};
    VkPipelineExecutableStatisticKHR *all = calloc(max, sizeof *all);
    if (all == NULL) return 0;
    for (uint32_t i = 0; i < max; i++) all[i].sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR;
    uint32_t n = max - 1;
    r = d->getExecutableStatistics(d->device, &first, &n, all);
    if (r != VK_SUCCESS && r != VK_INCOMPLETE) n = 0;
    for (uint32_t i = 0; i < n; i++) {
        memcpy(out[i].name, all[i].name, sizeof out[i].name - 1);
        out[i].format = all[i].format;
        switch (all[i].format) {
        case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_BOOL32_KHR: out[i].value = all[i].value.b32; break;
        case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_INT64_KHR: out[i].value = (double)all[i].value.i64; break;
        case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR: out[i].value = (double)all[i].value.u64; break;
        case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_FLOAT64_KHR: out[i].value = all[i].value.f64; break;
        }
    }
    free(all);
    strcpy(out[n].name, "Subgroup size");
    out[n].value = properties.subgroupSize;
    return n + 1;
}
