
// The program. All above is data.

enum {
    module_count = sizeof modules / sizeof *modules,
    buffer_count = sizeof buffers / sizeof *buffers,
    dispatch_count = sizeof dispatches / sizeof *dispatches,
};

enum { PASS = 0, WRONG = 1, FAILED = 2, SKIP = 77 }; // exit codes; 77 is a skipped test of automake and Meson

// Of VK_EXT_subgroup_size_control, for headers older than Vulkan 1.1.116.
enum { SIZE_PROPERTIES = 1000225000, REQUIRED_SIZE = 1000225001, SIZE_FEATURES = 1000225002 };
enum { REQUIRE_FULL_SUBGROUPS = 2 };
struct size_properties {
    uint32_t type; // VkStructureType
    void *next;
    uint32_t min, max, max_per_group;
    VkShaderStageFlags stages;
};
struct size_features {
    uint32_t type; // VkStructureType
    void *next;
    VkBool32 control, full;
};
struct required_size {
    uint32_t type; // VkStructureType
    void *next;
    uint32_t size;
};

static PFN_vkGetInstanceProcAddr get_instance_proc;
static PFN_vkGetDeviceProcAddr get_device_proc;
static VkInstance instance;
static VkPhysicalDevice physical;
static VkDevice device;
static VkQueue queue;
static uint32_t family;

#define INSTANCE(name) ((PFN_##name)get_instance_proc(instance, #name))
#define DEVICE(name) ((PFN_##name)get_device_proc(device, #name))

static void check(const char *call, VkResult result) {
    if (result != VK_SUCCESS) {
        printf("FAILED: %s returned %d\n", call, result);
        exit(FAILED);
    }
}

static void open_instance(void) {
    void *loader = dlopen("libvulkan.so.1", RTLD_NOW);
    if (!loader) loader = dlopen("libvulkan.1.dylib", RTLD_NOW);
    if (!loader) {
        printf("FAILED: no Vulkan loader: %s\n", dlerror());
        exit(FAILED);
    }
    *(void **)&get_instance_proc = dlsym(loader, "vkGetInstanceProcAddr");
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_1};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
    check("vkCreateInstance", INSTANCE(vkCreateInstance)(&info, NULL, &instance));
    get_device_proc = INSTANCE(vkGetDeviceProcAddr);
}

static void choose_device(uint32_t index) {
    VkPhysicalDevice all[16];
    uint32_t count = 16;
    INSTANCE(vkEnumeratePhysicalDevices)(instance, &count, all);
    if (index >= count) {
        printf("FAILED: there is no device %u, but %u devices\n", index, count);
        exit(FAILED);
    }
    physical = all[index];
    VkQueueFamilyProperties families[16];
    count = 16;
    INSTANCE(vkGetPhysicalDeviceQueueFamilyProperties)(physical, &count, families);
    for (family = 0; family < count && !(families[family].queueFlags & VK_QUEUE_COMPUTE_BIT);) family++;
    if (family == count) {
        printf("SKIP: the device has no queue for compute shaders\n");
        exit(SKIP);
    }
}

static int has_extension(const char *name) {
    uint32_t count = 0;
    PFN_vkEnumerateDeviceExtensionProperties enumerate = INSTANCE(vkEnumerateDeviceExtensionProperties);
    enumerate(physical, NULL, &count, NULL);
    VkExtensionProperties *all = calloc(count + 1, sizeof *all);
    enumerate(physical, NULL, &count, all);
    int found = 0;
    for (uint32_t i = 0; i < count; i++) found |= !strcmp(all[i].extensionName, name);
    free(all);
    return found;
}

// Opens the device with the control of subgroups that it has. Skips the test on a device whose
// subgroups the modules are not for.
static struct size_features open_device(void) {
    int control = has_extension("VK_EXT_subgroup_size_control");
    struct size_properties sizes = {.type = SIZE_PROPERTIES};
    struct size_features features = {.type = SIZE_FEATURES};
    VkPhysicalDeviceSubgroupProperties subgroups = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES, .pNext = control ? &sizes : NULL};
    VkPhysicalDeviceProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &subgroups};
    INSTANCE(vkGetPhysicalDeviceProperties2)(physical, &properties);
    if (control) {
        VkPhysicalDeviceFeatures2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &features};
        INSTANCE(vkGetPhysicalDeviceFeatures2)(physical, &all);
    }
    if (!control || !features.control || !(sizes.stages & VK_SHADER_STAGE_COMPUTE_BIT)) {
        features.control = VK_FALSE;
        sizes.min = sizes.max = subgroups.subgroupSize;
    }
    printf("device: %s, subgroups of %u\n", properties.properties.deviceName, subgroups.subgroupSize);
    for (uint32_t i = 0; i < module_count; i++) {
        const struct module *m = &modules[i];
        if ((subgroups.supportedOperations & m->operations) != m->operations) {
            printf("SKIP: module %s needs subgroup operations that the device does not have\n", m->name);
            exit(SKIP);
        }
        if (m->subgroup_size && (m->subgroup_size < sizes.min || m->subgroup_size > sizes.max)) {
            printf("SKIP: module %s is for subgroups of %u; export the case again on this device\n", m->name,
                   m->subgroup_size);
            exit(SKIP);
        }
    }
    const float priority = 1;
    VkDeviceQueueCreateInfo queues = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .queueFamilyIndex = family, .queueCount = 1, .pQueuePriorities = &priority};
    const char *extension = "VK_EXT_subgroup_size_control";
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .pNext = features.control ? &features : NULL,
        .queueCreateInfoCount = 1, .pQueueCreateInfos = &queues,
        .enabledExtensionCount = features.control ? 1 : 0, .ppEnabledExtensionNames = &extension};
    check("vkCreateDevice", INSTANCE(vkCreateDevice)(physical, &info, NULL, &device));
    DEVICE(vkGetDeviceQueue)(device, family, 0, &queue);
    return features;
}

struct allocated {
    VkBuffer handle;
    uint32_t *mapped;
};

static struct allocated allocate(uint32_t words) {
    struct allocated b;
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = 4 * (VkDeviceSize)words,
        .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
    check("vkCreateBuffer", DEVICE(vkCreateBuffer)(device, &info, NULL, &b.handle));
    VkMemoryRequirements needs;
    DEVICE(vkGetBufferMemoryRequirements)(device, b.handle, &needs);
    VkPhysicalDeviceMemoryProperties memory;
    INSTANCE(vkGetPhysicalDeviceMemoryProperties)(physical, &memory);
    const VkMemoryPropertyFlags wanted =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    uint32_t type = 0;
    while (!(needs.memoryTypeBits >> type & 1) || (memory.memoryTypes[type].propertyFlags & wanted) != wanted) type++;
    VkMemoryAllocateInfo allocation = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size,
        .memoryTypeIndex = type};
    VkDeviceMemory block;
    check("vkAllocateMemory", DEVICE(vkAllocateMemory)(device, &allocation, NULL, &block));
    check("vkBindBufferMemory", DEVICE(vkBindBufferMemory)(device, b.handle, block, 0));
    void *mapped;
    check("vkMapMemory", DEVICE(vkMapMemory)(device, block, 0, VK_WHOLE_SIZE, 0, &mapped));
    b.mapped = mapped;
    return b;
}

struct pipeline {
    VkPipeline handle;
    VkPipelineLayout layout;
    VkDescriptorSet set;
};

static void bind_buffers(const struct module *m, const struct allocated *allocated, VkDescriptorSetLayout layout,
                         VkDescriptorSet *set) {
    VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, m->slots};
    VkDescriptorPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1,
        .poolSizeCount = 1, .pPoolSizes = &size};
    VkDescriptorPool pool;
    check("vkCreateDescriptorPool", DEVICE(vkCreateDescriptorPool)(device, &pool_info, NULL, &pool));
    VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = pool, .descriptorSetCount = 1, .pSetLayouts = &layout};
    check("vkAllocateDescriptorSets", DEVICE(vkAllocateDescriptorSets)(device, &info, set));
    for (uint32_t i = 0; i < m->slots; i++) {
        VkDescriptorBufferInfo buffer = {allocated[m->buffers[i]].handle, 0, VK_WHOLE_SIZE};
        VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = *set,
            .dstBinding = i, .descriptorCount = 1, .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
            .pBufferInfo = &buffer};
        DEVICE(vkUpdateDescriptorSets)(device, 1, &write, 0, NULL);
    }
}

static struct pipeline compile(const struct module *m, const struct allocated *allocated, struct size_features has) {
    struct pipeline p;
    VkDescriptorSetLayoutBinding bindings[64] = {{0}};
    for (uint32_t i = 0; i < m->slots; i++) {
        bindings[i] = (VkDescriptorSetLayoutBinding){.binding = i,
            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .descriptorCount = 1,
            .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    }
    VkDescriptorSetLayoutCreateInfo set_info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = m->slots, .pBindings = bindings};
    VkDescriptorSetLayout set_layout;
    check("vkCreateDescriptorSetLayout",
          DEVICE(vkCreateDescriptorSetLayout)(device, &set_info, NULL, &set_layout));
    VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, m->push_bytes};
    VkPipelineLayoutCreateInfo layout_info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = 1, .pSetLayouts = &set_layout, .pushConstantRangeCount = m->push_bytes > 0,
        .pPushConstantRanges = &range};
    check("vkCreatePipelineLayout", DEVICE(vkCreatePipelineLayout)(device, &layout_info, NULL, &p.layout));
    bind_buffers(m, allocated, set_layout, &p.set);
    VkShaderModuleCreateInfo module_info = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = m->bytes, .pCode = m->code};
    VkShaderModule module;
    check("vkCreateShaderModule", DEVICE(vkCreateShaderModule)(device, &module_info, NULL, &module));
    struct required_size required = {.type = REQUIRED_SIZE, .size = m->subgroup_size};
    VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .layout = p.layout,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
            .pNext = has.control && m->subgroup_size ? &required : NULL,
            .flags = has.control && has.full && m->full_subgroups ? REQUIRE_FULL_SUBGROUPS : 0,
            .stage = VK_SHADER_STAGE_COMPUTE_BIT, .module = module, .pName = "main"}};
    check("vkCreateComputePipelines",
          DEVICE(vkCreateComputePipelines)(device, VK_NULL_HANDLE, 1, &info, NULL, &p.handle));
    return p;
}

// A barrier of whole buffers between the stages of a command buffer.
static void barrier(VkCommandBuffer commands, const struct allocated *allocated, const uint32_t *which, uint32_t count,
                    VkPipelineStageFlags from, VkAccessFlags made, VkPipelineStageFlags to, VkAccessFlags seen) {
    VkBufferMemoryBarrier *all = calloc(count + 1, sizeof *all);
    for (uint32_t i = 0; i < count; i++) {
        all[i] = (VkBufferMemoryBarrier){.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER, .srcAccessMask = made,
            .dstAccessMask = seen, .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
            .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED, .buffer = allocated[which ? which[i] : i].handle,
            .size = VK_WHOLE_SIZE};
    }
    if (count) DEVICE(vkCmdPipelineBarrier)(commands, from, to, 0, 0, NULL, count, all, 0, NULL);
    free(all);
}

static VkCommandBuffer record(const struct allocated *allocated, const struct pipeline *pipelines) {
    VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .queueFamilyIndex = family};
    VkCommandPool pool;
    check("vkCreateCommandPool", DEVICE(vkCreateCommandPool)(device, &pool_info, NULL, &pool));
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = pool,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY, .commandBufferCount = 1};
    VkCommandBuffer commands;
    check("vkAllocateCommandBuffers", DEVICE(vkAllocateCommandBuffers)(device, &info, &commands));
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    check("vkBeginCommandBuffer", DEVICE(vkBeginCommandBuffer)(commands, &begin));
    const VkPipelineStageFlags compute = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, host = VK_PIPELINE_STAGE_HOST_BIT;
    const VkAccessFlags shader = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT;
    barrier(commands, allocated, NULL, buffer_count, host, VK_ACCESS_HOST_WRITE_BIT, compute, shader);
    for (uint32_t i = 0; i < dispatch_count; i++) {
        const struct dispatch *d = &dispatches[i];
        const struct pipeline *p = &pipelines[d->module];
        barrier(commands, allocated, d->barriers, d->barrier_count, compute, shader, compute, shader);
        DEVICE(vkCmdBindPipeline)(commands, VK_PIPELINE_BIND_POINT_COMPUTE, p->handle);
        DEVICE(vkCmdBindDescriptorSets)(commands, VK_PIPELINE_BIND_POINT_COMPUTE, p->layout, 0, 1, &p->set, 0, NULL);
        if (modules[d->module].push_bytes) {
            DEVICE(vkCmdPushConstants)(commands, p->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                                       modules[d->module].push_bytes, d->push);
        }
        DEVICE(vkCmdDispatch)(commands, d->groups[0], d->groups[1], d->groups[2]);
    }
    barrier(commands, allocated, NULL, buffer_count, compute, VK_ACCESS_SHADER_WRITE_BIT, host,
            VK_ACCESS_HOST_READ_BIT);
    check("vkEndCommandBuffer", DEVICE(vkEndCommandBuffer)(commands));
    return commands;
}

static void run(VkCommandBuffer commands, const struct allocated *allocated) {
    for (uint32_t i = 0; i < buffer_count; i++) {
        memcpy(allocated[i].mapped, buffers[i].before, 4 * (size_t)buffers[i].words);
    }
    VkFenceCreateInfo fence_info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkFence fence;
    check("vkCreateFence", DEVICE(vkCreateFence)(device, &fence_info, NULL, &fence));
    VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1,
        .pCommandBuffers = &commands};
    check("vkQueueSubmit", DEVICE(vkQueueSubmit)(queue, 1, &info, fence));
    const uint64_t minute = 60000000000;
    check("vkWaitForFences", DEVICE(vkWaitForFences)(device, 1, &fence, VK_TRUE, minute));
    DEVICE(vkDestroyFence)(device, fence, NULL);
}

// Compares the buffers with the expected words. Prints the first wrong words and returns their number.
static uint64_t compare(const struct allocated *allocated) {
    const uint64_t printed = 20;
    uint64_t wrong = 0;
    for (uint32_t i = 0; i < buffer_count; i++) {
        const struct buffer *b = &buffers[i];
        const uint32_t *want = b->expected;
        for (uint32_t r = 0; r < b->range_count; r++) {
            for (uint32_t k = 0; k < b->ranges[r].count; k++, want++) {
                const uint32_t at = b->ranges[r].first + k, word = allocated[i].mapped[at];
                if (word != *want && wrong++ < printed) {
                    printf("%s[%u] is %u, not %u\n", b->name, at, word, *want);
                }
            }
        }
    }
    return wrong;
}

int main(int argc, char **argv) {
    const long index = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
    const long repeats = argc > 2 ? strtol(argv[2], NULL, 10) : 1;
    printf("%s\n", title);
    open_instance();
    choose_device((uint32_t)index);
    const struct size_features has = open_device();
    struct allocated *allocated = calloc(buffer_count, sizeof *allocated);
    for (uint32_t i = 0; i < buffer_count; i++) allocated[i] = allocate(buffers[i].words);
    struct pipeline *pipelines = calloc(module_count, sizeof *pipelines);
    for (uint32_t i = 0; i < module_count; i++) pipelines[i] = compile(&modules[i], allocated, has);
    VkCommandBuffer commands = record(allocated, pipelines);
    for (long i = 0; i < repeats; i++) {
        run(commands, allocated);
        const uint64_t wrong = compare(allocated);
        if (wrong) {
            printf("WRONG: %llu words differ, in run %ld of %ld\n", (unsigned long long)wrong, i + 1, repeats);
            return WRONG;
        }
    }
    printf("PASS: all expected words are right, in %ld runs\n", repeats);
    return PASS;
}
