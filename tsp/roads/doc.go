// Package roads asks a routing server for the travel times or distances between places.
//
//	server, err := roads.Parse("http://localhost:5000")
//	table, err := server.Table(ctx, input.Locations(), roads.Options{})
//	input, err = input.WithRoads(ctx, table)
//
// It speaks the protocols of OSRM's table service
// (https://project-osrm.org/docs/v5.24.0/api/#table-service) and of openrouteservice's matrix
// service (https://giscience.github.io/openrouteservice/api-reference/endpoints/matrix/). Requests
// go to the server that the caller names, and to no other. They have the coordinates of the places,
// and neither names nor ids. Errors are values of type [*Error].
package roads
