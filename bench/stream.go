package bench

import (
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk"
)

const (
	streamPitch   = 8192            // words of a row
	streamWords   = 128 << 20       // half a gibibyte where a buffer can be so large: several times any cache of a GPU
	softwareWords = 16 << 20        // several times a processor's cache, in a blink
	streamGroup   = 256             // invocations of a row
	streamRuns    = 8               // after one that warms up
	keepHalf      = uint32(1) << 31 // what the stage does to each word does not matter
)

// streamBandwidth measures what the device's memory gives to a plain shader that reads each word of a large buffer and writes
// it again, the stage evaporate: bytes read and written, a second.
func streamBandwidth(device *vk.Device) (float64, error) {
	most := uint64(streamWords)
	if device.Info().IsSoftware() {
		most = softwareWords
	}
	words := min(most, device.Info().StorageRangeBytes/wordBytes) / streamPitch * streamPitch
	rows := uint32(words / streamPitch)
	run, err := pipeline.Start(device, pipeline.Recording{
		Buffers: []pipeline.Buffer{{Name: "state", Words: problem.StateWords}, {Name: "pheromone", Words: words}},
		Values:  map[string]uint32{"pitch": streamPitch, "keep": keepHalf},
		Passes: []pipeline.Pass{{
			Stage: "evaporate", Shader: &shaders.Evaporate, Units: rows,
			Constants: map[string]uint32{pipeline.GroupSize: min(streamGroup, device.Info().MaxWorkgroupInvocations)},
		}},
		Readback: []string{"state"},
	})
	if err != nil {
		return 0, err
	}
	defer run.Close()
	if err := run.Fill("state", 0); err != nil {
		return 0, err
	}
	best := 0.0
	for range 1 + streamRuns {
		if err := run.Submit([]pipeline.Slice{{Pass: 0, Count: rows}}); err != nil {
			return 0, err
		}
		done, err := run.Wait()
		if err != nil {
			return 0, err
		}
		if took := done.Durations[0].Seconds(); took > 0 {
			best = max(best, 2*wordBytes*float64(words)/took)
		}
	}
	return best, nil
}
