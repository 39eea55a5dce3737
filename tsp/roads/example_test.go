package roads_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/roads"
	"github.com/aco-vk/aco-vk/tsp/roads/roadstest"
)

// Places of a file with the lengths of the ways that a routing server knows.
func ExampleServer_Table() {
	local := roadstest.New() // in place of OSRM
	defer local.Close()

	ctx := context.Background()
	const stops = "name,lat,lon\nDepot,48.031,7.85\nHafen,48.02,7.81\nMarkt,47.995,7.852\n"
	input, err := format.Read(ctx, strings.NewReader(stops), "stops.csv", format.Options{})
	if err != nil {
		log.Fatal(err)
	}
	server, err := roads.Parse(local.URL) // such as http://localhost:5000
	if err != nil {
		log.Fatal(err)
	}
	table, err := server.Table(ctx, input.Locations(), roads.Options{Measure: format.Distance})
	if err != nil {
		log.Fatal(err)
	}
	if input, err = input.WithRoads(ctx, table); err != nil {
		log.Fatal(err)
	}
	in := input.Instance
	fmt.Println(in.Names[0], "to", in.Names[1], in.Unit.FormatValue(in.UnitDistance(0, 1)))
	fmt.Println(in.Names[1], "to", in.Names[0], in.Unit.FormatValue(in.UnitDistance(1, 0)))
	// Output:
	// Depot to Hafen 4.1587 km
	// Hafen to Depot 4.4087 km
}
