package conform

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/tsp"
)

// Input names an instance that is made anew wherever it is asked for.
type Input struct {
	Kind   string
	Cities int
	Seed   int64
	Metric tsp.Metric // of kinds in the plane; "" stands for EUC_2D
}

const (
	// MaxCities bounds the cities of an input: the reference makes every stage of it one after the other.
	MaxCities = 20_000
	// matrixCities bounds those of a kind that is a matrix.
	matrixCities = 2000
)

// String is the input in a case's text: uniform:33:1 or uniform:33:1:ATT.
func (in Input) String() string {
	text := fmt.Sprintf("%s:%d:%d", in.Kind, in.Cities, in.Seed)
	if in.Metric != "" {
		text += ":" + string(in.Metric)
	}
	return text
}

// label is what the input is called in tables, without its seed.
func (in Input) label() string { return fmt.Sprintf("%s %d", in.family(), in.Cities) }

// family is what inputs of all sizes are called in tables.
func (in Input) family() string {
	if in.Metric != "" {
		return string(in.Metric)
	}
	return in.Kind
}

// MarshalText writes an input as String does.
func (in Input) MarshalText() ([]byte, error) { return []byte(in.String()), nil }

// UnmarshalText reads what String wrote. What is no input is a *problem.Error.
func (in *Input) UnmarshalText(text []byte) error {
	fields := strings.Split(string(text), ":")
	if len(fields) < 3 || len(fields) > 4 {
		return refuse("input %q: it is of the form uniform:33:1 or uniform:33:1:ATT", text)
	}
	cities, errCities := strconv.Atoi(fields[1])
	seed, errSeed := strconv.ParseInt(fields[2], 10, 64)
	if errCities != nil || errSeed != nil {
		return refuse("input %q: cities and seed are whole numbers", text)
	}
	*in = Input{Kind: fields[0], Cities: cities, Seed: seed}
	if len(fields) == 4 {
		in.Metric = tsp.Metric(fields[3])
	}
	return in.check()
}

// check refuses what cannot be made.
func (in Input) check() error {
	kind, known := kinds[in.Kind]
	switch {
	case !known:
		return refuse("input %s: there are the kinds %s", in, strings.Join(kindNames(), ", "))
	case in.Cities < tsp.MinCities || in.Cities > MaxCities:
		return refuse("input %s: there can be %d to %d cities", in, tsp.MinCities, MaxCities)
	case kind.weight != nil && in.Cities > matrixCities:
		return refuse("input %s: of kind %s there can be up to %d cities", in, in.Kind, matrixCities)
	case in.Seed < 0 || in.Seed >= maxSeed:
		return refuse("input %s: a seed lies between 0 and %d", in, maxSeed-1)
	case kind.weight != nil && in.Metric != "":
		return refuse("input %s: kind %s has a matrix and no metric", in, in.Kind)
	case in.Metric != "" && !slices.Contains(planeMetrics, in.Metric):
		return refuse("input %s: there are the metrics %v", in, planeMetrics)
	}
	return nil
}

// instance makes the instance.
func (in Input) instance() (*tsp.Instance, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	kind := kinds[in.Kind]
	instance, err := kind.make(in)
	if err != nil {
		return nil, err
	}
	instance.Name = in.String()
	if in.Metric != "" {
		instance.Metric = in.Metric
	}
	if in.Metric == tsp.GEO { // from the square of the generators to the globe
		for city := range instance.X {
			instance.X[city], instance.Y[city] = instance.X[city]/20_000, instance.Y[city]/10_000
		}
	}
	if err := instance.Validate(); err != nil {
		return nil, refuse("input %s: %v", in, err)
	}
	return instance, nil
}

func refuse(format string, arguments ...any) error {
	return &problem.Error{Reason: fmt.Sprintf(format, arguments...)}
}
