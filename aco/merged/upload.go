package merged

import (
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
)

// upload writes what stays as it is all the time, and claims of nobody.
func upload(run *pipeline.Run, m *model.Model) error {
	if err := run.Upload("candidates", 0, m.Candidates); err != nil {
		return err
	}
	if err := run.Upload("thresholds", 0, model.Thresholds()); err != nil {
		return err
	}
	if err := run.Fill("claims", 0); err != nil {
		return err
	}
	if run.Has("coordinates") {
		plane := problem.NewPlane(m.Instance)
		return run.Upload("coordinates", 0, plane.Coordinates())
	}
	row := make([]uint32, m.Cities)
	for from := range uint32(m.Cities) {
		for to := range row {
			row[to] = uint32(m.Distance(from, uint32(to)))
		}
		if err := run.Upload("distances", uint64(from)*uint64(m.Cities), row); err != nil {
			return err
		}
	}
	return nil
}
