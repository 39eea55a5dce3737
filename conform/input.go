package conform

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/tsp"
)

// Input describes a generated instance. Equal inputs generate equal instances.
type Input struct {
	Kind   string // a key of kinds
	Cities int    // tsp.MinCities to MaxCities
	Seed   int64
	Metric tsp.Metric // only for kinds with coordinates; "" stands for EUC_2D
}

const (
	// MaxCities is the largest number of cities of an input. More would take the sequential reference too long.
	MaxCities = 20_000
	// maxMatrixCities is the largest number of cities of a distance matrix, which has n × n words: 16 MB.
	maxMatrixCities = 2000
)

// String returns the input as the text of a case has it: uniform:33:1 or uniform:33:1:ATT.
func (in Input) String() string {
	text := fmt.Sprintf("%s:%d:%d", in.Kind, in.Cities, in.Seed)
	if in.Metric != "" {
		text += ":" + string(in.Metric)
	}
	return text
}

// label returns the input's name in a report's tables, without its seed.
func (in Input) label() string { return fmt.Sprintf("%s %d", in.family(), in.Cities) }

// family returns the name that inputs of all sizes share in a report's tables.
func (in Input) family() string {
	if in.Metric != "" {
		return string(in.Metric)
	}
	return in.Kind
}

// MarshalText returns the text that String returns.
func (in Input) MarshalText() ([]byte, error) { return []byte(in.String()), nil }

// UnmarshalText reads the text that String returns. Anything else is an *option.Error.
func (in *Input) UnmarshalText(text []byte) error {
	fields := strings.Split(string(text), ":")
	if len(fields) < 3 || len(fields) > 4 {
		return option.Errorf("input %q: expected KIND:CITIES:SEED or KIND:CITIES:SEED:METRIC, such as uniform:33:1:ATT", text)
	}
	cities, errCities := strconv.Atoi(fields[1])
	seed, errSeed := strconv.ParseInt(fields[2], 10, 64)
	if errCities != nil || errSeed != nil {
		return option.Errorf("input %q: cities and seed must be whole numbers", text)
	}
	*in = Input{Kind: fields[0], Cities: cities, Seed: seed}
	if len(fields) == 4 {
		in.Metric = tsp.Metric(fields[3])
	}
	return in.validate()
}

// validate refuses an input that cannot be generated.
func (in Input) validate() error {
	kind, known := kinds[in.Kind]
	switch {
	case !known:
		return option.Errorf("input %s: the kind must be one of %s", in, strings.Join(kindNames(), ", "))
	case in.Cities < tsp.MinCities || in.Cities > MaxCities:
		return option.Errorf("input %s: the number of cities must be %d to %d", in, tsp.MinCities, MaxCities)
	case kind.weight != nil && in.Cities > maxMatrixCities:
		return option.Errorf("input %s: kind %s allows at most %d cities", in, in.Kind, maxMatrixCities)
	case in.Seed < 0 || in.Seed > maxSeed:
		return option.Errorf("input %s: the seed must be 0 to %d", in, maxSeed)
	case kind.weight != nil && in.Metric != "":
		return option.Errorf("input %s: kind %s is a distance matrix, which has no metric", in, in.Kind)
	case in.Metric != "" && !slices.Contains(metrics, in.Metric):
		return option.Errorf("input %s: the metric must be one of %v", in, metrics)
	}
	return nil
}

// instance generates the instance.
func (in Input) instance() (*tsp.Instance, error) {
	if err := in.validate(); err != nil {
		return nil, err
	}
	kind := kinds[in.Kind]
	instance, err := kind.generate(in)
	if err != nil {
		return nil, err
	}
	instance.Name = in.String()
	if in.Metric != "" {
		instance.Metric = in.Metric
	}
	if in.Metric.Geometry() == tsp.Space {
		instance.Z = instance.Y
	}
	if in.Metric.Geometry() == tsp.Globe { // scale the generators' square to degrees
		for city := range instance.X {
			instance.X[city], instance.Y[city] = instance.X[city]/20_000, instance.Y[city]/10_000
		}
	}
	if in.Metric == tsp.Haversine {
		globe, err := tsp.FromDegrees(instance.X, instance.Y)
		if err != nil {
			return nil, option.Errorf("input %s: %v", in, err)
		}
		instance.Unit = globe.Unit
	}
	if err := instance.Validate(); err != nil {
		return nil, option.Errorf("input %s: %v", in, err)
	}
	return instance, nil
}
