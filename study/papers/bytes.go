package papers

import (
	"context"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/distance"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

const wordBytes = 4 // of every matrix, list and tour

// stageBytes returns the bytes that a stage of an iteration reads and writes in device memory,
// ignoring caches: each word counts once for each access. n is the number of cities, m of ants. It
// returns false if the number is not known.
//
// In words:
//
//	choice     reads pheromone and heuristic, writes weights         3n²
//	prefix     reads weights, writes sums and guide                  2n² + n·parts
//	construct  writes tours                                          mn
//	           scan, tile, iroulette, tiled: each step reads a row
//	           of weights                                            + m(n−1)n
//	           compress, cursor, cursor-tile: each step reads a list
//	           entry and a weight for each unvisited city            + m(n−1)n/2 · 2
//	           trial, hybrid, near: depends on the trials that fail  unknown
//	evaluate   reads tours and a distance per edge                   2mn
//	           or the four words of a city's coordinates             5mn
//	best       reads the ants' lengths (two words each), writes a
//	           tour                                                  2m + n
//	evaporate  reads and writes pheromone                            2n²
//	deposit    atomic, atomic-tiled: reads tours, adds to each
//	           edge's two directions (asymmetric: to one)            mn + 4mn (mn + 2mn)
//	           gather: for each edge, reads two cities at each
//	           position of all tours                                 2n²·mn + 2n²
//	           rows: reads tours, reads and writes rows, makes them
//	           symmetric                                             mn + 4n²
//	           reduction, gather-tiled: depends on the device's tile unknown
func stageBytes(
	stage string, n, m int, symmetric bool, p model.Parameters, kernel classic.KernelConfig,
) (float64, bool) {
	cities, ants := float64(n), float64(m)
	matrix, tours := cities*cities, ants*cities
	words := 0.0
	switch stage {
	case "choice":
		words = 3 * matrix
	case "prefix":
		words = 2*matrix + cities*float64(model.GuideParts(n))
	case "construct":
		words = tours
		switch p.Selection {
		case model.SelectScan, model.SelectTile, model.SelectIRoulette, model.SelectTiled:
			words += ants * (cities - 1) * cities
		case model.SelectCompress, model.SelectCursor, model.SelectCursorTile:
			words += ants * (cities - 1) * cities / 2 * 2
		default:
			return 0, false
		}
	case "evaluate":
		words = 2 * tours
		if kernel.Distances == classic.DistancesCoordinates {
			words = (1 + distance.GridWords) * tours
		}
	case "best":
		words = 2*ants + cities
	case "evaporate":
		words = 2 * matrix
	case "deposit":
		switch kernel.Deposit {
		case classic.DepositAtomic, classic.DepositAtomicTiled:
			words = 3 * tours
			if symmetric {
				words = 5 * tours
			}
		case classic.DepositTriangle:
			words = 3*tours + matrix
		case classic.DepositGather:
			words = 2*matrix*tours + 2*matrix
		case classic.DepositRows:
			words = tours + 4*matrix
		default:
			return 0, false
		}
	default:
		return 0, false
	}
	return wordBytes * words, true
}

// bytesOf returns the sum over stages, false if one of them is unknown. All stages of MMAS and ACS
// are unknown, because it depends on the run how often ants look beyond their candidate lists.
func bytesOf(stages []string, n int, symmetric bool, p model.Parameters, kernel classic.KernelConfig) (float64, bool) {
	if p.Algorithm == model.AlgorithmMMAS || p.Algorithm == model.AlgorithmACS {
		return 0, false
	}
	sum := 0.0
	for _, stage := range stages {
		bytes, ok := stageBytes(stage, n, p.Ants, symmetric, p, kernel)
		if !ok {
			return 0, false
		}
		sum += bytes
	}
	return sum, true
}

const (
	streamPitch   = 8192            // words per row
	streamWords   = 128 << 20       // 512 MiB, several times the cache of any GPU
	softwareWords = 16 << 20        // 64 MiB, more than a processor's cache, and quick to copy
	streamGroup   = 256             // invocations per row
	streamRuns    = 8               // after one to warm up
	keepHalf      = uint32(1) << 31 // any value will do
)

// streamBandwidth measures the bytes per second that the stage evaporate reads and writes, a
// simple shader that reads and writes each word of a large buffer. It returns the best of several
// runs.
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
