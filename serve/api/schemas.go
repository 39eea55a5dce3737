package api

import (
	"encoding/json"
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/aco-vk/aco-vk/serve/input"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// pairs and matrix are JSON of an array of arrays of numbers. The readers of instances decode it.
type (
	pairs  struct{ json.RawMessage }
	matrix struct{ json.RawMessage }
)

// formatName and metricName are names that package tsp/format has; "" leaves the choice to it.
type (
	formatName  string
	metricName  string
	measureName string
)

// Schema implements huma.SchemaProvider.
func (pairs) Schema(huma.Registry) *huma.Schema {
	number := &huma.Schema{Type: huma.TypeNumber}
	return &huma.Schema{
		Type: huma.TypeArray, MinItems: new(tsp.MinCities),
		Items: &huma.Schema{Type: huma.TypeArray, Items: number, MinItems: new(2), MaxItems: new(2)},
		Description: "pairs of x and y; with metric haversine pairs of latitude and longitude in degrees, " +
			"in this order, which is not GeoJSON's. A latitude outside ±90 is refused, with a hint if the order " +
			"seems to be swapped; tour.csv names the columns",
	}
}

// Schema implements huma.SchemaProvider.
func (matrix) Schema(huma.Registry) *huma.Schema {
	number := &huma.Schema{Type: huma.TypeNumber, Nullable: true}
	rows := &huma.Schema{
		Type: huma.TypeArray, MinItems: new(tsp.MinCities), Items: &huma.Schema{Type: huma.TypeArray, Items: number},
	}
	return &huma.Schema{
		OneOf: []*huma.Schema{rows, {Type: huma.TypeObject}},
		Description: "rows of distances, 0 or more; null or -1: no way. Or the answer of a routing server: of OSRM's " +
			"table service, openrouteservice or GraphHopper. Beside places it has their distances: its rows are the " +
			"places by their locations, else in their order",
	}
}

// Schema implements huma.SchemaProvider.
func (measureName) Schema(huma.Registry) *huma.Schema {
	return oneOf(format.Measures, "which lengths count where a matrix has several; missing: travel times")
}

// Schema implements huma.SchemaProvider.
func (formatName) Schema(huma.Registry) *huma.Schema {
	return oneOf(append(slices.Clone(format.Formats), input.Coordinates), "of the instance; missing: by its content")
}

// Schema implements huma.SchemaProvider.
func (metricName) Schema(huma.Registry) *huma.Schema {
	return oneOf(format.Metrics, "of coordinates, and of files that have none; missing: euclidean, or by the file")
}

// oneOf returns the schema of a name.
func oneOf[T ~string](names []T, says string) *huma.Schema {
	schema := &huma.Schema{Type: huma.TypeString, Description: says}
	for _, name := range names {
		schema.Enum = append(schema.Enum, string(name))
	}
	return schema
}

// placeName is how JSON has a job.Place.
type placeName struct{}

// Schema implements huma.SchemaProvider.
func (placeName) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{{Type: huma.TypeString}, {Type: huma.TypeInteger, Minimum: new(0.0)}},
		Description: "a place: as text its name, its id or its row in the input, as a number its place in the order of the input, from 1 on"}
}

// placeText is how a query has a job.Place.
type placeText struct{}

// Schema implements huma.SchemaProvider.
func (placeText) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Description: "a place: its name, its id or its row in the input"}
}

// duration is how JSON has a job.Duration in what clients send.
type duration struct{}

// Schema implements huma.SchemaProvider.
func (duration) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{{Type: huma.TypeString}, {Type: huma.TypeNumber}},
		Description: "text such as 1m30s, or a number of seconds; answers have text", Examples: []any{"2s"}}
}

// newTypes returns a registry of the types of bodies and parameters.
func newTypes(prefix string, name func(reflect.Type, string) string) huma.Registry {
	types := huma.NewMapRegistry(prefix, name)
	types.RegisterTypeAlias(reflect.TypeFor[job.Place](), reflect.TypeFor[placeName]())
	types.RegisterTypeAlias(reflect.TypeFor[job.Duration](), reflect.TypeFor[duration]())
	return types
}
