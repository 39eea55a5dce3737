package engine

import (
	"errors"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// A device that is given twice needs the memory of both parts.
func TestSharedDeviceMemory(t *testing.T) {
	part := pipeline.Recording{Buffers: []pipeline.Buffer{{Name: "tours", Words: 1 << 20}}}
	info := func(uuid string, bytes uint64) *vk.Info {
		return &vk.Info{Name: "the device", UUID: uuid, Heaps: []vk.Heap{{Bytes: bytes, DeviceLocal: true}}}
	}
	for name, c := range map[string]struct {
		devices []*vk.Info
		refused bool
	}{
		"one":       {[]*vk.Info{info("a", 4<<20)}, false},
		"two":       {[]*vk.Info{info("a", 4<<20), info("b", 4<<20)}, false},
		"unknown":   {[]*vk.Info{info("", 4<<20), info("", 4<<20)}, false},
		"room":      {[]*vk.Info{info("a", 8<<20), nil, info("a", 8<<20)}, false},
		"too small": {[]*vk.Info{info("a", 8<<20-1), nil, info("a", 8<<20-1)}, true},
	} {
		err := checkShared([]pipeline.Recording{part, part, part}[:len(c.devices)], c.devices)
		if refused := errors.As(err, new(*option.TooLargeError)); refused != c.refused || err != nil && !refused {
			t.Errorf("%s: %v", name, err)
		}
		if c.refused && !strings.Contains(err.Error(),
			"the plan for the device, which was given 2 times, exceeds the limit of device memory: 8.0 MiB needed, 8.0 MiB available\n  tours") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
