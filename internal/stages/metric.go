package stages

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/distance"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/shaders/glsl"
	"github.com/aco-vk/aco-vk/tsp"
)

// MetricCodes are the values of the specialization constant METRIC, by metric in the plane.
var MetricCodes = map[tsp.Metric]uint32{
	tsp.EUC2D: glsl.MetricEuc2d, tsp.CEIL2D: glsl.MetricCeil2d, tsp.MAN2D: glsl.MetricMan2d, tsp.MAX2D: glsl.MetricMax2d, tsp.ATT: glsl.MetricAtt,
}

// spaceCodes are the values of METRIC in space and on the globe.
var spaceCodes = map[tsp.Metric]uint32{tsp.EUC3D: glsl.Euc3d, tsp.GEO: glsl.Geo}

// SetMetricConstants sets the specialization constants of the metric and the grid in all passes whose shaders compute distances from
// coordinates in the plane (shaders/include/distance.glsl).
func SetMetricConstants(p *distance.Planar, passes []pipeline.Pass) error {
	return setConstants(passes, "METRIC", func() (map[string]uint32, error) {
		metric, err := p.DeviceMetric()
		return map[string]uint32{"METRIC": MetricCodes[metric], "UNITS": p.Grid.Units, "MARGIN": p.Grid.Margin}, err
	})
}

// SetSpaceConstants does the same for coordinates in space and on the globe.
func SetSpaceConstants(s *distance.Space, passes []pipeline.Pass) error {
	return setConstants(passes, "METRIC", func() (map[string]uint32, error) {
		metric, err := s.DeviceMetric()
		return map[string]uint32{
			"METRIC": spaceCodes[metric], "UNITS": s.Grid.Units, "MARGIN": s.Grid.Margin, "STEPS": uint32(s.Steps()),
		}, err
	})
}

// SetHaversineConstants does the same for metric HAVERSINE.
func SetHaversineConstants(h distance.Haversine, passes []pipeline.Pass) error {
	return setConstants(passes, "MULTIPLIER", func() (map[string]uint32, error) {
		p := h.Program()
		return map[string]uint32{"MULTIPLIER": p.Multiplier, "FRACTION_BITS": p.FractionBits, "HAVERSINE_SHIFT": p.HaversineShift}, nil
	})
}

// setConstants sets constants in all passes whose shaders have the first one. Others may have coordinates that no device can use.
func setConstants(passes []pipeline.Pass, first string, constants func() (map[string]uint32, error)) error {
	for i := range passes {
		if !slices.ContainsFunc(passes[i].Shader.Constants, func(c shaders.Constant) bool { return c.Name == first }) {
			continue
		}
		values, err := constants()
		if err != nil {
			return err
		}
		for name, value := range values {
			passes[i].Constants[name] = value
		}
	}
	return nil
}
