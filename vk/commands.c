#include "shim.h"

#include <stdlib.h>

void avk_device_load(avk_device *d, const avk_instance *in, VkDevice handle) {
    d->device = handle;
#define LOAD(field, type, name) d->field = (type)in->getDeviceProcAddr(handle, name)
    LOAD(queueSubmit, PFN_vkQueueSubmit, "vkQueueSubmit");
    LOAD(flush, PFN_vkMappedMemoryRanges, "vkFlushMappedMemoryRanges");
    LOAD(invalidate, PFN_vkMappedMemoryRanges, "vkInvalidateMappedMemoryRanges");
    LOAD(createComputePipelines, PFN_vkCreateComputePipelines, "vkCreateComputePipelines");
    LOAD(updateDescriptorSets, PFN_vkUpdateDescriptorSets, "vkUpdateDescriptorSets");
    LOAD(cmdBindPipeline, PFN_vkCmdBindPipeline, "vkCmdBindPipeline");
    LOAD(cmdBindDescriptorSets, PFN_vkCmdBindDescriptorSets, "vkCmdBindDescriptorSets");
    LOAD(cmdPushConstants, PFN_vkCmdPushConstants, "vkCmdPushConstants");
    LOAD(cmdDispatch, PFN_vkCmdDispatch, "vkCmdDispatch");
    LOAD(cmdPipelineBarrier, PFN_vkCmdPipelineBarrier, "vkCmdPipelineBarrier");
    LOAD(cmdCopyBuffer, PFN_vkCmdCopyBuffer, "vkCmdCopyBuffer");
    LOAD(getExecutableProperties, PFN_vkGetPipelineExecutablePropertiesKHR, "vkGetPipelineExecutablePropertiesKHR");
    LOAD(getExecutableStatistics, PFN_vkGetPipelineExecutableStatisticsKHR, "vkGetPipelineExecutableStatisticsKHR");
#undef LOAD
}

VkResult avk_submit(const avk_device *d, VkQueue queue, VkCommandBuffer commands, VkFence fence) {
    VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .commandBufferCount = 1,
        .pCommandBuffers = &commands,
    };
    return d->queueSubmit(queue, 1, &info, fence);
}

VkResult avk_flush(const avk_device *d, VkDeviceMemory memory, uint64_t offset, uint64_t size) {
    VkMappedMemoryRange range = {VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE, NULL, memory, offset, size};
    return d->flush(d->device, 1, &range);
}

VkResult avk_invalidate(const avk_device *d, VkDeviceMemory memory, uint64_t offset, uint64_t size) {
    VkMappedMemoryRange range = {VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE, NULL, memory, offset, size};
    return d->invalidate(d->device, 1, &range);
}

void avk_write_set(const avk_device *d, VkDescriptorSet set, uint32_t binding, VkBuffer buffer, uint64_t range) {
    VkDescriptorBufferInfo info = {.buffer = buffer, .range = range};
    VkWriteDescriptorSet write = {
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
        .dstSet = set,
        .dstBinding = binding,
        .descriptorCount = 1,
        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
        .pBufferInfo = &info,
    };
    d->updateDescriptorSets(d->device, 1, &write, 0, NULL);
}

void avk_dispatch(const avk_device *d, VkCommandBuffer commands, VkPipeline pipeline, VkPipelineLayout layout,
                  VkDescriptorSet set, const uint32_t *push, uint32_t pushBytes, uint32_t x, uint32_t y, uint32_t z) {
    d->cmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    if (set) d->cmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, NULL);
    if (pushBytes) d->cmdPushConstants(commands, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, pushBytes, push);
    d->cmdDispatch(commands, x, y, z);
}

VkResult avk_barrier(const avk_device *d, VkCommandBuffer commands, const VkBuffer *buffers, uint32_t count,
                     VkFlags srcStage, VkFlags srcAccess, VkFlags dstStage, VkFlags dstAccess) {
    VkBufferMemoryBarrier *all = calloc(count, sizeof *all);
    if (all == NULL) return VK_ERROR_OUT_OF_HOST_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        all[i] = (VkBufferMemoryBarrier){
            .sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
            .srcAccessMask = srcAccess,
            .dstAccessMask = dstAccess,
            .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
            .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
            .buffer = buffers[i],
            .size = VK_WHOLE_SIZE,
        };
    d->cmdPipelineBarrier(commands, srcStage, dstStage, 0, 0, NULL, count, all, 0, NULL);
    free(all);
    return VK_SUCCESS;
}

void avk_memory_barrier(const avk_device *d, VkCommandBuffer commands, VkFlags srcStage, VkFlags srcAccess,
                        VkFlags dstStage, VkFlags dstAccess) {
    VkMemoryBarrier all = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, NULL, srcAccess, dstAccess};
    d->cmdPipelineBarrier(commands, srcStage, dstStage, 0, 1, &all, 0, NULL, 0, NULL);
}

void avk_copy(const avk_device *d, VkCommandBuffer commands, VkBuffer src, VkBuffer dst, uint64_t srcOffset,
              uint64_t dstOffset, uint64_t size) {
    VkBufferCopy region = {srcOffset, dstOffset, size};
    d->cmdCopyBuffer(commands, src, dst, 1, &region);
}
