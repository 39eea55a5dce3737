//go:build cgo

package vk

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

// usePipeline opens a device with a cache folder, creates a pipeline and closes the device. It
// returns the data that the device loaded from the cache file.
func usePipeline(t *testing.T, in *Instance, dir string) (loaded []byte) {
	t.Helper()
	d := openOn(t, in, firstUsable(t, in), DeviceOptions{CacheDir: dir})
	newPipeline(t, d, incrementSpec(t)).Close()
	loaded = d.cache.loaded
	must.Do(t, d.Close())
	return loaded
}

func TestCacheFileIsWrittenCheckedAndRewritten(t *testing.T) {
	in := openInstance(t)
	dir := filepath.Join(t.TempDir(), "not", "there", "yet")
	if usePipeline(t, in, dir) != nil {
		t.Error("something was loaded from an empty folder")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) != 1 || filepath.Ext(files[0]) != ".pipelines" {
		t.Fatalf("files %v, error %v", files, err)
	}
	if usePipeline(t, in, dir) == nil {
		t.Error("a good file was not loaded")
	}
	must.Do(t, os.WriteFile(files[0], []byte("not a cache at all"), 0o600))
	if usePipeline(t, in, dir) != nil {
		t.Error("another file was loaded")
	}
	if usePipeline(t, in, dir) == nil {
		t.Error("the file was not rewritten")
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "*")); len(files) != 1 {
		t.Errorf("files are left behind: %v", files)
	}
}

// A file with a changed byte, or without its last bytes, is not read, and neither is one of another
// version, device or driver.
func TestDamagedCacheFilesAreNotRead(t *testing.T) {
	p := &physical{info: Info{VendorID: 0x1002, DeviceID: 7}, cacheUUID: [16]byte{1, 2, 3}}
	data := binary.LittleEndian.AppendUint32(nil, 32)
	for _, word := range []uint32{1, p.info.VendorID, p.info.DeviceID} {
		data = binary.LittleEndian.AppendUint32(data, word)
	}
	data = append(append(data, p.cacheUUID[:]...), "what the driver made"...)
	path := filepath.Join(t.TempDir(), "cache")
	writeCache(path, data)
	if got := readCache(path, p); !bytes.Equal(got, data) {
		t.Fatalf("read %q, wrote %q", got, data)
	}
	good := must.Get(os.ReadFile(path))(t)
	for i := range good {
		flipped := bytes.Clone(good)
		flipped[i] ^= 0x10
		for _, file := range [][]byte{flipped, good[:i]} {
			must.Do(t, os.WriteFile(path, file, 0o600))
			if readCache(path, p) != nil {
				t.Errorf("a file of %d bytes that is damaged at byte %d was read", len(file), i)
			}
		}
	}
	for at, what := range map[int]string{0: "size of the header", 4: "version", 8: "vendor", 12: "device", 16: "driver"} {
		foreign := bytes.Clone(data)
		foreign[at] ^= 0xff
		if at == 0 {
			foreign = foreign[:31]
		}
		if writeCache(path, foreign); readCache(path, p) != nil {
			t.Errorf("a file of another %s was read", what)
		}
	}
}

func TestUnusableCacheFolderIsNoError(t *testing.T) {
	in := openInstance(t)
	file := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(file, nil, 0o600))
	usePipeline(t, in, filepath.Join(file, "folder"))
}

func TestCachePathsDiffer(t *testing.T) {
	one := physical{driverVersion: 1, info: Info{VendorID: 1, DeviceID: 1}}
	paths := map[string]bool{cachePath("dir", &one): true}
	for _, change := range []func(p *physical){
		func(p *physical) { p.driverVersion = 2 },
		func(p *physical) { p.info.VendorID = 2 },
		func(p *physical) { p.info.DeviceID = 2 },
		func(p *physical) { p.cacheUUID[15] = 2 },
	} {
		p := one
		change(&p)
		path := cachePath("dir", &p)
		if paths[path] || filepath.Dir(path) != "dir" {
			t.Errorf("path %s", path)
		}
		paths[path] = true
	}
}

// While a cache is shared, its file has the pipelines of the device. Afterwards the device has
// those that another one has added.
func TestShareCache(t *testing.T) {
	in, dir := openInstance(t), t.TempDir()
	d := openOn(t, in, firstUsable(t, in), DeviceOptions{CacheDir: dir})
	path := filepath.Join(dir, d.Driver()+".pipelines")
	var added []byte
	d.ShareCache(func() {
		if readCache(path, &d.physical) == nil {
			t.Error("there is no file while the cache is shared")
		}
		usePipeline(t, in, dir)
		added = readCache(path, &d.physical)
	})
	if added == nil || !bytes.Equal(d.cache.loaded, added) {
		t.Errorf("the device has %d bytes of the file, want %d", len(d.cache.loaded), len(added))
	}
	newPipeline(t, d, incrementSpec(t)).Close()
	if err := d.Close(); err != nil || d.Driver() != "" {
		t.Error(err)
	}
	d.ShareCache(func() { t.Error("a closed device has no cache to share") })
}
