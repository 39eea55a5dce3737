package stages

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/shaders/glsl"
	"github.com/aco-vk/aco-vk/tsp"
)

// MetricCodes are the values of the specialization constant METRIC, by metric.
var MetricCodes = map[tsp.Metric]uint32{
	tsp.EUC2D: glsl.MetricEuc2d, tsp.CEIL2D: glsl.MetricCeil2d, tsp.MAN2D: glsl.MetricMan2d, tsp.MAX2D: glsl.MetricMax2d, tsp.ATT: glsl.MetricAtt,
}

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
		passes[i].Constants["METRIC"] = MetricCodes[metric]
		passes[i].Constants["UNITS"] = p.Grid.Units
		passes[i].Constants["MARGIN"] = p.Grid.Margin
	}
	return nil
}
