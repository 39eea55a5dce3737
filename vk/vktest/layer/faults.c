// A Vulkan layer with the faults of bad drivers, for tests on 64-bit systems. Environment variables choose the fault:
//
//   FAULT_LAYER       open, crash, abort, hang, leak, corrupt, reorder or miscompile; without it the layer does nothing
//   FAULT_LAYER_FROM  the first call that is faulty, counted from 1 in each process: of vkCreateDevice for open, of
//                     vkCreateComputePipelines for crash and abort, of vkQueueSubmit for hang and leak, of vkWaitForFences for corrupt,
//                     of vkCmdDispatch for reorder, of vkCreateShaderModule for miscompile
//   FAULT_LAYER_ONCE  a file: the fault happens once, in the process that creates the file
//
// miscompile replaces an instruction by another one with the same operands. FAULT_LAYER_INSTRUCTION has their numbers, such
// as 234:239. Number 0 removes an instruction without a result.
//
// reorder runs each second dispatch of a command buffer before the first one, in spite of barriers between them.
//
// The declarations are those of the loader's interface to layers and of the Vulkan specification, as far as they are needed.
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef void (*function)(void);
typedef function (*get_proc)(void *handle, const char *name);
typedef int32_t result;

struct link {
    struct link *next;
    get_proc instance_proc;
    get_proc device_proc; // of an instance's link: for functions of physical devices
};

struct create_info { // the beginning of every structure that is passed to vkCreateInstance and vkCreateDevice
    uint32_t type;
    const struct create_info *next;
    uint32_t kind; // 0: the next field is a link
    struct link *link;
};

enum { instance_link = 47, device_link = 48 };

static get_proc next_instance, next_device;
static void *the_instance;

static result (*create_pipelines)(void *, uint64_t, uint32_t, const void *, const void *, uint64_t *);
static result (*create_module)(void *, const void *, const void *, uint64_t *);
static result (*submit)(void *, uint32_t, const void *, uint64_t);
static result (*wait_fences)(void *, uint32_t, const uint64_t *, uint32_t, uint64_t);
static result (*map_memory)(void *, uint64_t, uint64_t, uint64_t, uint32_t, void **);
static result (*allocate)(void *, const void *, const void *, uint64_t *);

// due reports whether a call, counted by the caller, has the fault.
static int due(const char *fault, int *calls) {
    const char *chosen = getenv("FAULT_LAYER"), *from = getenv("FAULT_LAYER_FROM"), *once = getenv("FAULT_LAYER_ONCE");
    if (!chosen || strcmp(chosen, fault) || ++*calls < (from ? atoi(from) : 1)) return 0;
    if (!once) return 1;
    int file = open(once, O_CREAT | O_EXCL | O_WRONLY, 0600);
    if (file < 0) return 0;
    close(file);
    return 1;
}

static void crash(void) {
    fputs("faults.c: about to crash\n", stderr);
    *(volatile int *)8 = 1;
}

static result layer_create_pipelines(void *d, uint64_t cache, uint32_t n, const void *infos, const void *allocator, uint64_t *pipelines) {
    static int crashes, aborts;
    if (due("crash", &crashes)) crash();
    if (due("abort", &aborts)) abort();
    return create_pipelines(d, cache, n, infos, allocator, pipelines);
}

static result layer_submit(void *queue, uint32_t n, const void *infos, uint64_t fence) {
    static int hangs, leaks;
    if (due("hang", &hangs)) {
        for (;;) pause();
    }
    if (due("leak", &leaks)) {
        for (;;) {
            const size_t bytes = 16 << 20;
            void *memory = malloc(bytes);
            if (memory) memset(memory, 1, bytes);
            usleep(1000); // so that a limit is exceeded by little
        }
    }
    return submit(queue, n, infos, fence);
}

// The part of VkShaderModuleCreateInfo after its flags.
struct module_info {
    uint32_t type;
    const void *next;
    uint32_t flags;
    size_t bytes;
    const uint32_t *words;
};

static result layer_create_module(void *d, const struct module_info *info, const void *allocator, uint64_t *module) {
    static int modules;
    const char *chosen = getenv("FAULT_LAYER_INSTRUCTION");
    unsigned from = 0, to = 0;
    if (!due("miscompile", &modules) || !chosen || sscanf(chosen, "%u:%u", &from, &to) != 2)
        return create_module(d, info, allocator, module);
    uint32_t *words = malloc(info->bytes);
    if (!words) return -1; // VK_ERROR_OUT_OF_HOST_MEMORY
    memcpy(words, info->words, info->bytes);
    const size_t count = info->bytes / 4, header = 5;
    for (size_t at = header, length; at < count; at += length) {
        length = words[at] >> 16;
        if (length == 0 || length > count - at) break;
        if ((words[at] & 0xffff) != from) continue;
        if (to) words[at] = (uint32_t)length << 16 | to;
        for (size_t i = 0; !to && i < length; i++) words[at + i] = 1 << 16; // OpNop
    }
    struct module_info changed = *info;
    changed.words = words;
    result r = create_module(d, &changed, allocator, module);
    free(words);
    return r;
}

// Memory that is mapped, with the size of its allocation.
static struct { uint64_t handle, bytes; uint32_t *words; } mapped[1024];
static int mappings;

static result layer_allocate(void *d, const void *info, const void *allocator, uint64_t *memory) {
    result r = allocate(d, info, allocator, memory);
    if (r == 0 && mappings < 1024) {
        mapped[mappings].handle = *memory;
        mapped[mappings].words = NULL;
        mapped[mappings++].bytes = *(const uint64_t *)((const char *)info + 16); // VkMemoryAllocateInfo.allocationSize
    }
    return r;
}

static result layer_map(void *d, uint64_t memory, uint64_t offset, uint64_t bytes, uint32_t flags, void **data) {
    result r = map_memory(d, memory, offset, bytes, flags, data);
    for (int i = mappings - 1; r == 0 && offset == 0 && i >= 0; i--) {
        if (mapped[i].handle == memory) {
            mapped[i].words = *data;
            break;
        }
    }
    return r;
}

// Changes one word in a million of the mapped memory after each wait. The first one is among the first words that are not 0, each time another one.
static result layer_wait(void *d, uint32_t n, const uint64_t *fences, uint32_t all, uint64_t timeout) {
    static int waits;
    result r = wait_fences(d, n, fences, all, timeout);
    if (r || !due("corrupt", &waits)) return r;
    for (int i = 0; i < mappings; i++) {
        if (!mapped[i].words) continue;
        const uint64_t million = 1000000, words = mapped[i].bytes / 4;
        uint64_t at = 0;
        while (at < words && !mapped[i].words[at]) at++;
        for (at += waits % 16; at < words; at += million) mapped[i].words[at]++;
    }
    return r;
}

// A dispatch with its state. The program sets the whole state before each dispatch.
struct dispatch {
    void *commands;
    uint64_t pipeline, layout, set, push_layout;
    uint32_t push_bytes, groups[3];
    char push[256];
};

static struct dispatch next_dispatch, held; // held.commands is NULL if no dispatch waits for the next one

static void (*bind_pipeline)(void *, uint32_t, uint64_t);
static void (*bind_sets)(void *, uint32_t, uint64_t, uint32_t, uint32_t, const uint64_t *, uint32_t, const uint32_t *);
static void (*push_constants)(void *, uint64_t, uint32_t, uint32_t, uint32_t, const void *);
static void (*dispatch)(void *, uint32_t, uint32_t, uint32_t);
static void (*copy)(void *, uint64_t, uint64_t, uint32_t, const void *);
static void (*fill)(void *, uint64_t, uint64_t, uint64_t, uint32_t);
static result (*end)(void *);

static void emit(const struct dispatch *d) {
    const uint32_t compute = 1, compute_stage = 0x20;
    bind_pipeline(d->commands, compute, d->pipeline);
    if (d->set) bind_sets(d->commands, compute, d->layout, 0, 1, &d->set, 0, NULL);
    if (d->push_bytes) push_constants(d->commands, d->push_layout, compute_stage, 0, d->push_bytes, d->push);
    dispatch(d->commands, d->groups[0], d->groups[1], d->groups[2]);
}

static void release_held(void) {
    if (held.commands) emit(&held);
    held.commands = NULL;
}

static void layer_bind_pipeline(void *commands, uint32_t point, uint64_t pipeline) {
    (void)point;
    memset(&next_dispatch, 0, sizeof next_dispatch);
    next_dispatch.commands = commands;
    next_dispatch.pipeline = pipeline;
}

static void layer_bind_sets(void *commands, uint32_t point, uint64_t layout, uint32_t first, uint32_t n, const uint64_t *sets, uint32_t offsets, const uint32_t *offset) {
    (void)commands, (void)point, (void)first, (void)n, (void)offsets, (void)offset;
    next_dispatch.layout = layout;
    next_dispatch.set = sets[0];
}

static void layer_push(void *commands, uint64_t layout, uint32_t stages, uint32_t offset, uint32_t bytes, const void *data) {
    (void)commands, (void)stages, (void)offset;
    next_dispatch.push_layout = layout;
    next_dispatch.push_bytes = bytes;
    memcpy(next_dispatch.push, data, bytes);
}

static void layer_dispatch(void *commands, uint32_t x, uint32_t y, uint32_t z) {
    static int reorders;
    (void)commands;
    next_dispatch.groups[0] = x;
    next_dispatch.groups[1] = y;
    next_dispatch.groups[2] = z;
    if (held.commands) {
        emit(&next_dispatch);
        release_held();
    } else if (due("reorder", &reorders)) {
        held = next_dispatch;
    } else {
        emit(&next_dispatch);
    }
}

static void layer_copy(void *commands, uint64_t from, uint64_t to, uint32_t n, const void *regions) {
    release_held();
    copy(commands, from, to, n, regions);
}

static void layer_fill(void *commands, uint64_t buffer, uint64_t offset, uint64_t bytes, uint32_t value) {
    release_held();
    fill(commands, buffer, offset, bytes, value);
}

static result layer_end(void *commands) {
    release_held();
    return end(commands);
}

static const struct create_info *find(const struct create_info *info, uint32_t type) {
    while (info && !(info->type == type && info->kind == 0)) info = info->next;
    return info;
}

function vkGetInstanceProcAddr(void *instance, const char *name);
function vkGetDeviceProcAddr(void *device, const char *name);

static result layer_create_instance(const struct create_info *info, const void *allocator, void **instance) {
    struct create_info *own = (struct create_info *)find(info->next, instance_link);
    if (!own) return -3; // VK_ERROR_INITIALIZATION_FAILED
    next_instance = own->link->instance_proc;
    own->link = own->link->next;
    result r = ((result(*)(const void *, const void *, void **))next_instance(NULL, "vkCreateInstance"))(info, allocator, instance);
    the_instance = *instance;
    return r;
}

static result layer_create_device(void *physical, const struct create_info *info, const void *allocator, void **device) {
    static int opens;
    if (due("open", &opens)) crash();
    struct create_info *own = (struct create_info *)find(info->next, device_link);
    if (!own) return -3;
    get_proc get = own->link->instance_proc;
    next_device = own->link->device_proc;
    own->link = own->link->next;
    result r = ((result(*)(void *, const void *, const void *, void **))get(the_instance, "vkCreateDevice"))(physical, info, allocator, device);
    if (r) return r;
    *(function *)&create_pipelines = next_device(*device, "vkCreateComputePipelines");
    *(function *)&create_module = next_device(*device, "vkCreateShaderModule");
    *(function *)&submit = next_device(*device, "vkQueueSubmit");
    *(function *)&wait_fences = next_device(*device, "vkWaitForFences");
    *(function *)&map_memory = next_device(*device, "vkMapMemory");
    *(function *)&allocate = next_device(*device, "vkAllocateMemory");
    *(function *)&bind_pipeline = next_device(*device, "vkCmdBindPipeline");
    *(function *)&bind_sets = next_device(*device, "vkCmdBindDescriptorSets");
    *(function *)&push_constants = next_device(*device, "vkCmdPushConstants");
    *(function *)&dispatch = next_device(*device, "vkCmdDispatch");
    *(function *)&copy = next_device(*device, "vkCmdCopyBuffer");
    *(function *)&fill = next_device(*device, "vkCmdFillBuffer");
    *(function *)&end = next_device(*device, "vkEndCommandBuffer");
    return 0;
}

static const struct { const char *name; function own; } functions[] = {
    {"vkGetInstanceProcAddr", (function)vkGetInstanceProcAddr}, {"vkGetDeviceProcAddr", (function)vkGetDeviceProcAddr},
    {"vkCreateInstance", (function)layer_create_instance}, {"vkCreateDevice", (function)layer_create_device},
    {"vkCreateComputePipelines", (function)layer_create_pipelines}, {"vkQueueSubmit", (function)layer_submit},
    {"vkCreateShaderModule", (function)layer_create_module},
    {"vkWaitForFences", (function)layer_wait}, {"vkMapMemory", (function)layer_map}, {"vkAllocateMemory", (function)layer_allocate},
    {"vkCmdBindPipeline", (function)layer_bind_pipeline}, {"vkCmdBindDescriptorSets", (function)layer_bind_sets},
    {"vkCmdPushConstants", (function)layer_push}, {"vkCmdDispatch", (function)layer_dispatch},
    {"vkCmdCopyBuffer", (function)layer_copy}, {"vkCmdFillBuffer", (function)layer_fill}, {"vkEndCommandBuffer", (function)layer_end},
};

// own returns the layer's function. Programs may set the state of a dispatch in any order unless dispatches are reordered.
static function own(const char *name) {
    const char *chosen = getenv("FAULT_LAYER");
    if (!strncmp(name, "vkCmd", 5) && (!chosen || strcmp(chosen, "reorder"))) return NULL;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (!strcmp(functions[i].name, name)) return functions[i].own;
    return NULL;
}

function vkGetDeviceProcAddr(void *device, const char *name) {
    function f = own(name);
    return f ? f : next_device(device, name);
}

function vkGetInstanceProcAddr(void *instance, const char *name) {
    function f = own(name);
    return f ? f : instance && next_instance ? next_instance(instance, name) : NULL;
}
