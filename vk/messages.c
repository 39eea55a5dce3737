#include "shim.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Enough to find the fault. A faulty program causes millions of messages.
#define MAX_MESSAGES 1000

typedef struct node {
    struct node *next;
    char *text;
} node;

struct avk_messages {
    atomic_flag lock; // a spin lock: held for a few instructions, and the same on every platform
    node *first, **last;
    int count;
    VkEnum enabled[1];
    VkValidationFeaturesEXT features;
    VkDebugUtilsMessengerCreateInfoEXT messenger;
};

static void lock(avk_messages *m) {
    while (atomic_flag_test_and_set_explicit(&m->lock, memory_order_acquire)) {
    }
}

static void unlock(avk_messages *m) { atomic_flag_clear_explicit(&m->lock, memory_order_release); }

static VkBool32 VKAPI_PTR keep(VkEnum severity, VkFlags types, const VkDebugUtilsMessengerCallbackDataEXT *data,
                               void *user) {
    (void)severity;
    (void)types;
    avk_messages *m = user;
    const char *name = data->pMessageIdName ? data->pMessageIdName : "unnamed";
    const char *text = data->pMessage ? data->pMessage : "";
    size_t size = strlen(name) + strlen(text) + sizeof ": ";
    node *n = calloc(1, sizeof *n);
    if (n == NULL || (n->text = malloc(size)) == NULL) {
        free(n);
        return 0;
    }
    snprintf(n->text, size, "%s: %s", name, text);
    lock(m);
    int kept = m->count < MAX_MESSAGES;
    if (kept) {
        *m->last = n;
        m->last = &n->next;
        m->count++;
    }
    unlock(m);
    if (!kept) {
        free(n->text);
        free(n);
    }
    return 0; // the Vulkan call continues
}

avk_messages *avk_messages_new(void) {
    avk_messages *m = calloc(1, sizeof *m);
    if (m == NULL) return NULL;
    atomic_flag_clear(&m->lock);
    m->last = &m->first;
    m->enabled[0] = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
    m->messenger = (VkDebugUtilsMessengerCreateInfoEXT){
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity =
            VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        // Without performance advice, and without the loader's messages about installed drivers (type "general").
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
        .pfnUserCallback = keep,
        .pUserData = m,
    };
    m->features = (VkValidationFeaturesEXT){
        .sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
        .pNext = &m->messenger,
        .enabledValidationFeatureCount = 1,
        .pEnabledValidationFeatures = m->enabled,
    };
    return m;
}

char *avk_messages_take(avk_messages *m) {
    lock(m);
    node *n = m->first;
    if (n != NULL) {
        m->first = n->next;
        if (m->first == NULL) m->last = &m->first;
        m->count--;
    }
    unlock(m);
    if (n == NULL) return NULL;
    char *text = n->text;
    free(n);
    return text;
}

void avk_messages_free(avk_messages *m) {
    if (m == NULL) return;
    for (char *text; (text = avk_messages_take(m)) != NULL;) free(text);
    free(m);
}

void *avk_messages_instance_chain(avk_messages *m) { return &m->features; }

VkResult avk_messenger_create(const avk_instance *in, VkInstance handle, avk_messages *m,
                              VkDebugUtilsMessengerEXT *out) {
    return in->createMessenger(handle, &m->messenger, NULL, out);
}

void avk_messenger_destroy(const avk_instance *in, VkInstance handle, VkDebugUtilsMessengerEXT messenger) {
    in->destroyMessenger(handle, messenger, NULL);
}
