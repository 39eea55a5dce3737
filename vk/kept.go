//go:build cgo

package vk

import (
	"crypto/sha256"
	"slices"
	"sync"

	"github.com/vulkan-go/vulkan"
)

// compiled is what a driver has made of a PipelineSpec.
type compiled struct {
	handle    vulkan.Pipeline
	layout    vulkan.PipelineLayout
	setLayout vulkan.DescriptorSetLayout
}

// maxKept is the most pipelines that a device keeps: a run has 10 to 20, which depend on the
// instance's size and kind.
const maxKept = 64

// keptPipelines are the pipelines of a device that were closed, the last at the end. A pipeline
// that needs the same takes one over, so that the second run on a device compiles none. Pipelines
// are made concurrently, so take may be called concurrently.
type keptPipelines struct {
	mu   sync.Mutex
	list []keptPipeline
}

type keptPipeline struct {
	key [sha256.Size]byte
	compiled
}

// has reports whether the pipeline of a key is kept.
func (k *keptPipelines) has(key [sha256.Size]byte) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.find(key) >= 0
}

func (k *keptPipelines) find(key [sha256.Size]byte) int {
	return slices.IndexFunc(k.list, func(p keptPipeline) bool { return p.key == key })
}

// take removes the pipeline of a key, if there is one.
func (k *keptPipelines) take(key [sha256.Size]byte) (c compiled, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	at := k.find(key)
	if at < 0 {
		return compiled{}, false
	}
	c = k.list[at].compiled
	k.list = slices.Delete(k.list, at, at+1)
	return c, true
}

// put keeps a pipeline that nobody uses. It returns one that is not kept any more, if there is
// one.
func (k *keptPipelines) put(key [sha256.Size]byte, c compiled) (dropped compiled) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.find(key) >= 0 { // two equal ones were open
		return c
	}
	k.list = append(k.list, keptPipeline{key, c})
	if len(k.list) > maxKept {
		dropped = k.list[0].compiled
		k.list = slices.Delete(k.list, 0, 1)
	}
	return dropped
}

// destroy frees a pipeline. Handles that are null are left out.
func (d *Device) destroy(c compiled) {
	vulkan.DestroyPipeline(d.handle, c.handle, nil)
	vulkan.DestroyPipelineLayout(d.handle, c.layout, nil)
	vulkan.DestroyDescriptorSetLayout(d.handle, c.setLayout, nil)
}

// destroyKept frees all pipelines that are kept.
func (d *Device) destroyKept() {
	for _, p := range d.kept.list {
		d.destroy(p.compiled)
	}
	d.kept.list = nil
}
