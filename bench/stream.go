package bench

import (
	"context"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk"
)

const (
	streamPitch   = 8192            // words per row
	streamWords   = 128 << 20       // 512 MiB, several times the cache of any GPU
	softwareWords = 16 << 20        // 64 MiB, more than a processor's cache, and quick to copy
	streamGroup   = 256             // invocations per row
	streamRuns    = 8               // after one to warm up
	keepHalf      = uint32(1) << 31 // any value will do
)

// streamBandwidth measures the bytes per second that the stage evaporate reads and writes, a simple shader that reads and writes each word
// of a large buffer. It returns the best of several runs.
func streamBandwidth(ctx context.Context, device *vk.Device) (float64, error) {
	maximum := uint64(streamWords)
	if device.Info().IsSoftware() {
		maximum = softwareWords
	}
	words := min(maximum, device.Info().StorageRangeBytes/wordBytes) / streamPitch * streamPitch
	rows := uint32(words / streamPitch)
	run, err := pipeline.Start(ctx, device, pipeline.Recording{
		Buffers: []pipeline.Buffer{{Name: "state", Words: model.StateWords}, {Name: "pheromone", Words: words}},
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
