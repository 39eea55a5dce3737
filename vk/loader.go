package vk

/*
#cgo CFLAGS: -std=gnu11
#cgo linux freebsd LDFLAGS: -ldl
#include <stdlib.h>
#include "shim.h"
*/
import "C"

import (
	"runtime"
	"strings"
	"sync"
	"unsafe"

	"github.com/vulkan-go/vulkan"
)

// libraries are the loader's file names, the one that a user's machine has first: the plain .so and .dylib names come
// with development packages. Homebrew's folder on Apple silicon is not among those that macOS searches.
func libraries() []string {
	switch runtime.GOOS {
	case "windows":
		return []string{"vulkan-1.dll"}
	case "darwin":
		return []string{"libvulkan.1.dylib", "libvulkan.dylib", "/usr/local/lib/libvulkan.1.dylib",
			"/opt/homebrew/lib/libvulkan.1.dylib", "libMoltenVK.dylib", "/opt/homebrew/lib/libMoltenVK.dylib"}
	default:
		return []string{"libvulkan.so.1", "libvulkan.so"}
	}
}

// loader is the process's one Vulkan loader. vulkan-go keeps its function pointers in globals; those that belong to an
// instance are fetched from the first one. The loader's functions serve every later instance and device as well, as
// they find the driver from the handle that they are given.
var loader struct {
	sync.Mutex
	getInstanceProcAddr unsafe.Pointer
	instanceFunctions   bool
}

// loadLoader opens the loader, once for the process, and returns its vkGetInstanceProcAddr.
func loadLoader() (unsafe.Pointer, error) {
	loader.Lock()
	defer loader.Unlock()
	if loader.getInstanceProcAddr != nil {
		return loader.getInstanceProcAddr, nil
	}
	for _, name := range libraries() {
		cname := C.CString(name)
		get := C.avk_load(cname)
		C.free(unsafe.Pointer(cname))
		if get == nil {
			continue
		}
		vulkan.SetGetInstanceProcAddr(get)
		if err := vulkan.Init(); err != nil {
			return nil, refuse("load "+name, "%v", err)
		}
		loader.getInstanceProcAddr = get
		return get, nil
	}
	return nil, &openError{cause: ErrNoLoader, detail: "tried " + strings.Join(libraries(), ", ")}
}

// loadInstanceFunctions fetches vulkan-go's remaining functions.
func loadInstanceFunctions(instance vulkan.Instance) error {
	loader.Lock()
	defer loader.Unlock()
	if loader.instanceFunctions {
		return nil
	}
	if err := vulkan.InitInstance(instance); err != nil {
		return refuse("load Vulkan functions", "%v", err)
	}
	loader.instanceFunctions = true
	return nil
}

// pinned pins a slice that vulkan-go stores the address of in C memory, until pins are released: the rules of cgo want
// it, though today's Go would not move it.
func pinned[T any](pins *runtime.Pinner, s []T) []T {
	pins.Pin(unsafe.SliceData(s))
	return s
}

// convert gives a handle of vulkan-go the shim's type of the same handle.
func convert[To, From any](handle From) To { return *(*To)(unsafe.Pointer(&handle)) }
