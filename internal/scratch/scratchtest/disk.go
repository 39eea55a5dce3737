// Package scratchtest has a disk for tests that loses what was not synced.
package scratchtest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/aco-vk/aco-vk/internal/scratch"
)

// Disk knows what a crash of the machine leaves of files, until the test ends.
type Disk struct {
	t      testing.TB
	synced map[string]string   // by file: the text that was synced
	left   map[string][]string // by file: the texts that a crash may leave
}

// NewDisk begins to look at the disk.
func NewDisk(t testing.TB) *Disk {
	d, system := &Disk{t, map[string]string{}, map[string][]string{}}, scratch.Disk
	t.Cleanup(func() { scratch.Disk = system })
	scratch.Disk.Sync = func(file *os.File) error {
		name := file.Name()
		d.synced[name] = d.text(name)
		if len(d.left[name]) < 2 {
			d.left[name] = []string{d.synced[name]}
		}
		return system.Sync(file)
	}
	scratch.Disk.Rename = func(from, to string) error {
		d.synced[to] = d.synced[from]
		if len(d.left[to]) == 0 {
			d.left[to] = []string{""} // no file
		}
		d.left[to] = append(d.left[to], d.synced[from])
		return system.Rename(from, to)
	}
	scratch.Disk.SyncFolder = func(folder string) error {
		for name := range d.left {
			if filepath.Dir(name) == folder {
				d.left[name] = []string{d.synced[name]}
			}
		}
		return system.SyncFolder(folder)
	}
	return d
}

func (d *Disk) text(name string) string {
	d.t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		d.t.Fatal(err)
	}
	return string(text)
}

// Keeps fails unless a crash now leaves a file as it is.
func (d *Disk) Keeps(name string) {
	d.t.Helper()
	if left := d.left[name]; len(left) != 1 || left[0] != d.text(name) {
		d.t.Errorf("a crash may leave %q of %s, which is %q", left, name, d.text(name))
	}
}
