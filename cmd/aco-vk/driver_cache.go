package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Mesa's drivers map the index of their shader cache into memory. It has 1.3 MiB, allocated when
// written, so on a full disk a write ends the process with a bus error. minCacheSpace is ten
// times that, for other processes that write to the same disk.
const minCacheSpace = 16 << 20

// protectDriverCache turns off the shader cache of Mesa's drivers if there is no space for it. It
// must be called before Vulkan is loaded.
func protectDriverCache(messages io.Writer) {
	folder := driverCacheFolder()
	if folder == "" || os.Getenv("MESA_SHADER_CACHE_DISABLE") != "" {
		return
	}
	if free, known := freeSpace(folder); known && free < minCacheSpace {
		os.Setenv("MESA_SHADER_CACHE_DISABLE", "true")
		fmt.Fprintf(messages,
			"aco-vk: the disk of %s is full: the driver's shader cache is off, and compiling takes longer\n", folder)
	}
}

// driverCacheFolder returns the folder of Mesa's shader cache or, if it does not exist yet, the
// folder in which it will be created.
func driverCacheFolder() string {
	folder := os.Getenv("MESA_SHADER_CACHE_DIR")
	if folder == "" {
		var err error
		if folder, err = os.UserCacheDir(); err != nil {
			return ""
		}
	}
	for {
		if _, err := os.Stat(folder); err == nil {
			return folder
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			return ""
		}
		folder = parent
	}
}
