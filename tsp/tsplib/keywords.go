package tsplib

import (
	"fmt"

	"github.com/aco-vk/aco-vk/tsp/internal/parse"
)

// otherProblems says, by keyword or section, what a problem has that is not one of this package. The keywords are those of TSPLIB95 and of LKH 3
// beside the ones that this package reads. No instance ignores them: its shortest tour would answer another question.
var otherProblems = map[string]string{
	"CAPACITY":                    "vehicles with a capacity",
	"DEMAND_SECTION":              "demands of the cities",
	"DEMAND_DIMENSION":            "demands of the cities",
	"DEPOT_SECTION":               "depots",
	"DEPOT":                       "depots",
	"SALESMEN":                    "several salesmen",
	"VEHICLES":                    "several vehicles",
	"EXTERNAL_SALESMEN":           "several salesmen",
	"CTSP_SET_SECTION":            "several salesmen",
	"DISTANCE":                    "a largest length of a route",
	"SERVICE_TIME":                "service times",
	"SERVICE_TIME_SECTION":        "service times",
	"EDGE_TIME_SECTION":           "travel times beside the lengths",
	"TIME_WINDOW_SECTION":         "time windows",
	"BACKHAUL_SECTION":            "backhauls",
	"PICKUP_AND_DELIVERY_SECTION": "pickups and deliveries",
	"DRAFT_LIMIT_SECTION":         "draft limits",
	"PROFIT_SECTION":              "profits of the cities",
	"REQUIRED_NODES_SECTION":      "cities that a tour may leave out",
	"GROUP_SECTION":               "groups of cities, one city of each in the tour",
	"GTSP_SET_SECTION":            "groups of cities, one city of each in the tour",
	"GTSP_SETS":                   "groups of cities, one city of each in the tour",
	"RISK_THRESHOLD":              "a largest risk of a route",
	"GRID_SIZE":                   "distances on a torus",
	"SCALE":                       "distances that are multiplied before they are rounded",
}

// unsupported returns the error of a keyword or section that no instance has.
func (h *header) unsupported(keyword string) error {
	reason := "remove it, if distances and tours do not depend on it"
	if problem, known := otherProblems[keyword]; known {
		reason = fmt.Sprintf("it belongs to a problem with %s, which is not the travelling salesman problem", problem)
	} else if keyword == "TOUR_SECTION" {
		reason = "give the tour in a file of its own, of TYPE TOUR"
	}
	return h.lines.errorf("keyword %s is not supported: %s", parse.Quote(keyword), reason)
}
