#include "shim.h"

#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#include <windows.h>
#else
#include <dlfcn.h>
#endif

void *avk_load(const char *library) {
#if defined(_WIN32)
    HMODULE lib = LoadLibraryA(library);
    return lib == NULL ? NULL : (void *)GetProcAddress(lib, "vkGetInstanceProcAddr");
#else
    // Never closed: drivers leave threads and exit handlers behind.
    void *lib = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    return lib == NULL ? NULL : dlsym(lib, "vkGetInstanceProcAddr");
#endif
}

uint32_t avk_loader_version(void *gipa) {
    PFN_vkEnumerateInstanceVersion f =
        (PFN_vkEnumerateInstanceVersion)((PFN_vkGetInstanceProcAddr)gipa)(NULL, "vkEnumerateInstanceVersion");
    uint32_t version = 0;
    if (f == NULL || f(&version) != VK_SUCCESS) return 0;
    return version;
}

int avk_has_layer(void *gipa, const char *layer) {
    PFN_vkEnumerateInstanceLayerProperties f = (PFN_vkEnumerateInstanceLayerProperties)(
        (PFN_vkGetInstanceProcAddr)gipa)(NULL, "vkEnumerateInstanceLayerProperties");
    uint32_t n = 0;
    if (f == NULL || f(&n, NULL) != VK_SUCCESS || n == 0) return 0;
    VkLayerProperties *all = calloc(n, sizeof *all);
    if (all == NULL) return 0;
    int found = 0;
    if (f(&n, all) >= VK_SUCCESS)
        for (uint32_t i = 0; i < n; i++) found |= strcmp(all[i].layerName, layer) == 0;
    free(all);
    return found;
}

int avk_has_instance_extension(void *gipa, const char *extension) {
    PFN_vkEnumerateInstanceExtensionProperties f = (PFN_vkEnumerateInstanceExtensionProperties)(
        (PFN_vkGetInstanceProcAddr)gipa)(NULL, "vkEnumerateInstanceExtensionProperties");
    uint32_t n = 0;
    if (f == NULL || f(NULL, &n, NULL) != VK_SUCCESS || n == 0) return 0;
    VkExtensionProperties *all = calloc(n, sizeof *all);
    if (all == NULL) return 0;
    int found = 0;
    if (f(NULL, &n, all) >= VK_SUCCESS)
        for (uint32_t i = 0; i < n; i++) found |= strcmp(all[i].extensionName, extension) == 0;
    free(all);
    return found;
}

void avk_instance_load(avk_instance *in, void *gipa, VkInstance handle) {
    PFN_vkGetInstanceProcAddr get = (PFN_vkGetInstanceProcAddr)gipa;
#define LOAD(field, type, name) in->field = (type)get(handle, name)
    LOAD(getDeviceProcAddr, PFN_vkGetDeviceProcAddr, "vkGetDeviceProcAddr");
    LOAD(enumerateDeviceExtensionProperties, PFN_vkEnumerateDeviceExtensionProperties,
         "vkEnumerateDeviceExtensionProperties");
    LOAD(getQueueFamilyProperties, PFN_vkGetPhysicalDeviceQueueFamilyProperties,
         "vkGetPhysicalDeviceQueueFamilyProperties");
    LOAD(getProperties2, PFN_vkGetPhysicalDeviceProperties2, "vkGetPhysicalDeviceProperties2");
    LOAD(getFeatures2, PFN_vkGetPhysicalDeviceFeatures2, "vkGetPhysicalDeviceFeatures2");
    LOAD(getMemoryProperties2, PFN_vkGetPhysicalDeviceMemoryProperties2, "vkGetPhysicalDeviceMemoryProperties2");
    LOAD(createMessenger, PFN_vkCreateDebugUtilsMessengerEXT, "vkCreateDebugUtilsMessengerEXT");
    LOAD(destroyMessenger, PFN_vkDestroyDebugUtilsMessengerEXT, "vkDestroyDebugUtilsMessengerEXT");
#undef LOAD
}
