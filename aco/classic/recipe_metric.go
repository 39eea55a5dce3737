package classic

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/tsp"
)

// metricCodes number the metrics as shaders/include/metric.glsl does.
var metricCodes = map[tsp.Metric]uint32{tsp.EUC2D: 0, tsp.CEIL2D: 1, tsp.MAN2D: 2, tsp.MAX2D: 3, tsp.ATT: 4}

// SetMetricConstants sets the specialization constants of the metric and the grid in all passes whose shaders compute distances from
// coordinates (shaders/include/distance.glsl).
func SetMetricConstants(p *problem.PlanarCoordinates, passes []pipeline.Pass) error {
	for i := range passes {
		if !slices.ContainsFunc(passes[i].Shader.Constants, func(c shaders.Constant) bool { return c.Name == "METRIC" }) {
			continue
		}
		metric, err := p.DeviceMetric()
		if err != nil {
			return err
		}
		passes[i].Constants["METRIC"] = metricCodes[metric]
		passes[i].Constants["UNITS"] = p.Grid.Units
		passes[i].Constants["MARGIN"] = p.Grid.Margin
	}
	return nil
}
