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

// libraries returns the loader's file names. The versioned name comes first, because plain .so and
// .dylib names come with development packages. macOS does not search Homebrew's directory on Apple
// silicon, so its files are listed.
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

// loader is the Vulkan loader of the process. vulkan-go keeps its function pointers in globals,
// and fetches the functions of instances from the first instance. They work for every later
// instance and device, because the loader's functions find the driver by the handle.
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
	return nil, openError(ErrNoLoader, "tried "+strings.Join(libraries(), ", "))
}

// loadInstanceFunctions fetches vulkan-go's functions of instances, once for the process.
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

// pinned pins a slice whose address vulkan-go stores in C memory, until pins is released. The
// rules of cgo require this.
func pinned[T any](pins *runtime.Pinner, s []T) []T {
	pins.Pin(unsafe.SliceData(s))
	return s
}

// convert converts a handle between the types of vulkan-go and of the C files.
func convert[To, From any](handle From) To { return *(*To)(unsafe.Pointer(&handle)) }
