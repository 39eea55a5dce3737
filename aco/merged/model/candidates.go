package model

import (
	"context"

	"github.com/aco-vk/aco-vk/aco/distance"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
)

const (
	// perSector is the number of near cities of each sector around a city.
	perSector = 1
	// sectorWidth is the length of the shortest lists with cities of each sector. Space has as
	// many sectors.
	sectorWidth = 8
	// The ascent has mostSteps if these take few seconds of a processor in all, and fewer with
	// more cities. With fewer than leastSteps for all cities there is no time for 1-trees at all.
	mostSteps, mostCitySteps, leastSteps = 100, 10_000_000, 5
)

// findCandidates computes Candidates and Near.
func (m *Model) findCandidates(ctx context.Context) (err error) {
	steps := m.AscentSteps()
	if steps == 0 {
		m.NearWidth = m.Width
		m.Near, err = near(ctx, m.Instance, m.Width)
		m.Candidates = m.Near
		return err
	}
	const more = 4 // near cities than candidates: enough that the tree rarely lacks an edge
	m.NearWidth = min(max(m.Width, sectorWidth)+more, m.Cities-1)
	if m.Near, err = near(ctx, m.Instance, m.NearWidth); err != nil {
		return err
	}
	m.Candidates, err = neighbour.Alpha(ctx, m.Instance, m.Near, m.Width, steps)
	return err
}

// near returns lists of near cities: if they are long enough, the nearest city of each sector and
// the nearest cities of all.
func near(ctx context.Context, instance *tsp.Instance, width int) ([]uint32, error) {
	sectors, sector := instance.Metric.Sectors(), perSector
	if width < sectorWidth {
		sector = 0
	}
	return neighbour.Candidates(ctx, instance, width-sectors*sector, sector)
}

// AscentSteps returns the number of steps of the ascent that finds the candidates of the model, 0
// if these are near cities.
func (m *Model) AscentSteps() int {
	if m.NoAscent {
		return 0
	}
	return ascentSteps(m.Instance)
}

// ascentSteps returns the number of steps of the ascent that finds alpha-nearest candidates. If it
// is 0, the near cities are the candidates. At equal time, alpha-nearest candidates found shorter
// tours of matrices, on the globe and in space. In the plane they gained on some instances and
// lost on others, above all on drill patterns, because they lack edges between blocks of holes.
func ascentSteps(instance *tsp.Instance) int {
	steps := min(mostSteps, mostCitySteps/instance.Dimension())
	if steps < leastSteps || instance.Metric == tsp.Pairs || distance.InPlane(instance.Metric) {
		return 0
	}
	return steps
}
