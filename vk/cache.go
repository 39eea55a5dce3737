package vk

/*
#include <stdlib.h>
#include "shim.h"
*/
import "C"

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"unsafe"

	"github.com/vulkan-go/vulkan"

	"github.com/aco-vk/aco-vk/internal/cachefile"
)

// ShareCache calls work, during which another process may add pipelines of the same device and
// driver to the file of the pipeline cache. The file has the pipelines of this device when work
// begins, and this device has the pipelines of the file when it returns.
func (d *Device) ShareCache(work func()) {
	if d != nil && d.opening.inProgress() {
		work()
		if !d.closed() {
			d.cache.free() // it has the file of an earlier time, and nothing else
			d.cache = openCache(d)
		}
		return
	}
	if d.closed() {
		return
	}
	d.cache.close()
	work()
	d.cache = openCache(d)
}

// cacheDir returns the directory of the cache files, "" if there are none.
func (o DeviceOptions) cacheDir() string {
	if o.NoCache {
		return ""
	}
	if o.CacheDir != "" {
		return o.CacheDir
	}
	dir, err := cachefile.Dir()
	if err != nil {
		return ""
	}
	return dir
}

// CacheDir returns the directory of the device's cache files, "" if there are none.
func (d *Device) CacheDir() string {
	if d == nil {
		return ""
	}
	return d.cacheDir
}

// Driver identifies the device's kind and driver in the names of files: data of one are useless to
// another.
func (d *Device) Driver() string {
	if d == nil || !d.opening.inProgress() && d.closed() {
		return ""
	}
	return driverOf(&d.physical)
}

// Driver is Device.Driver for the device with an index in Devices; "" if there is none.
func (in *Instance) Driver(index int) string {
	if in == nil || index < 0 || index >= len(in.devices) {
		return ""
	}
	return driverOf(&in.devices[index])
}

func driverOf(p *physical) string {
	return fmt.Sprintf("%04x-%04x-%08x-%s", p.info.VendorID, p.info.DeviceID, p.driverVersion,
		hex.EncodeToString(p.cacheUUID[:]))
}

// pipelineCache is a device's VkPipelineCache with its file. Without a valid file, pipelines take
// longer to compile: errors are ignored.
type pipelineCache struct {
	d      *Device
	handle vulkan.PipelineCache
	path   string // "" if there is no directory for it
	loaded []byte
}

// cacheMagic begins a cache file. The SHA-256 of the driver's data and the data follow. The hash
// is needed because drivers check little more than the header of their data and crash on damaged
// data.
const cacheMagic = "aco-vk pipelines 1\n"

// maxCacheBytes is far more than a hundred pipelines need. A larger file was not written by this
// package.
const maxCacheBytes = 256 << 20

// openCache creates the device's pipeline cache from its file.
func openCache(d *Device) *pipelineCache {
	c := &pipelineCache{d: d, path: cachePath(d.cacheDir, &d.physical)}
	c.loaded = readCache(c.path, &d.physical)
	if c.create(c.loaded) != vulkan.Success && c.loaded != nil {
		c.loaded = nil
		c.create(nil)
	}
	return c
}

func (c *pipelineCache) create(data []byte) vulkan.Result {
	info := vulkan.PipelineCacheCreateInfo{SType: vulkan.StructureTypePipelineCacheCreateInfo}
	defer info.Free()
	if len(data) > 0 {
		memory := C.CBytes(data)
		defer C.free(memory)
		info.InitialDataSize, info.PInitialData = uint(len(data)), memory
	}
	var handle vulkan.PipelineCache
	r := c.d.call("vkCreatePipelineCache", "open cache", func() vulkan.Result {
		return vulkan.CreatePipelineCache(c.d.handle, &info, nil, &handle)
	})
	if r == vulkan.Success {
		c.handle = handle
	}
	return r
}

// close writes the cache to its file if it has changed, and frees it.
func (c *pipelineCache) close() {
	if c.handle == vulkan.NullPipelineCache {
		return
	}
	if data := c.data(); len(data) > 0 && c.path != "" && !bytes.Equal(data, c.loaded) {
		writeCache(c.path, data)
	}
	c.free()
}

// free frees the cache.
func (c *pipelineCache) free() {
	vulkan.DestroyPipelineCache(c.d.handle, c.handle, nil)
	c.handle = vulkan.NullPipelineCache
}

func (c *pipelineCache) data() []byte {
	var n uint
	if vulkan.GetPipelineCacheData(c.d.handle, c.handle, &n, nil) != vulkan.Success || n == 0 || n > maxCacheBytes {
		return nil
	}
	data := make([]byte, n)
	if vulkan.GetPipelineCacheData(c.d.handle, c.handle, &n, unsafe.Pointer(&data[0])) != vulkan.Success {
		return nil
	}
	return data[:n]
}

// cachePath returns the file for a device and driver: the name contains everything that the
// driver's data depends on. It is "" without a directory.
func cachePath(dir string, p *physical) string {
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, driverOf(p)+".pipelines")
}

// readCache returns the data of a valid file of this device and driver, otherwise nil.
func readCache(path string, p *physical) []byte {
	file, err := cachefile.Read(path, maxCacheBytes)
	if err != nil || len(file) < len(cacheMagic)+sha256.Size || string(file[:len(cacheMagic)]) != cacheMagic {
		return nil
	}
	sum, data := file[len(cacheMagic):len(cacheMagic)+sha256.Size], file[len(cacheMagic)+sha256.Size:]
	if want := sha256.Sum256(data); !bytes.Equal(sum, want[:]) || !ownCacheHeader(data, p) {
		return nil
	}
	return data
}

// ownCacheHeader checks the VkPipelineCacheHeaderVersionOne of data: length, version, vendor,
// device, UUID.
func ownCacheHeader(data []byte, p *physical) bool {
	const headerBytes, version = 32, 1
	if len(data) < headerBytes {
		return false
	}
	word := func(i int) uint32 { return binary.LittleEndian.Uint32(data[4*i:]) }
	return word(0) >= headerBytes && word(1) == version && word(2) == p.info.VendorID && word(3) == p.info.DeviceID &&
		bytes.Equal(data[16:headerBytes], p.cacheUUID[:])
}

// writeCache writes the driver's data to its file, if it can.
func writeCache(path string, data []byte) {
	sum := sha256.Sum256(data)
	_ = cachefile.Write(path, []byte(cacheMagic), sum[:], data)
}
