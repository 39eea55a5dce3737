package format

import (
	"bytes"
	"math"
	"slices"
	"strconv"

	"github.com/aco-vk/aco-vk/tsp"
)

// rowColumnTour reads the column "row" of CSV or a workbook without other columns that tell places apart.
func (s *source) rowColumnTour(f *FileTour, of *tsp.Instance) error {
	g, err := s.tableGrid()
	if err != nil {
		return err
	}
	if slices.Contains(g.rows[0], "stop") {
		f.Shape = ShapeOpen
	}
	f.Tour = rowsTour(g.rows, of)
	return nil
}

// tableGrid reads the rows of CSV or of a workbook.
func (s *source) tableGrid() (*grid, error) {
	if !isZip(s.data) {
		return s.readGrid()
	}
	g, _, err := s.readSheet()
	return g, err
}

// isRowColumn reports whether a first line is the name of a column "row" that is the only one.
func isRowColumn(line []byte) bool { return string(bytes.Trim(line, " \t\r\"")) == "row" }

// isNameColumn reports whether a first line is the name of a column of names or ids that is the only
// one.
func isNameColumn(line []byte) bool {
	role := roleOf(string(bytes.TrimPrefix(bytes.Trim(line, " \t\r\""), []byte("\ufeff"))))
	return (role == Name || role == ID) && !bytes.ContainsAny(line, ":;,")
}

// rowsTour returns the tour of a column "row", nil if there is none.
func rowsTour(rows [][]string, of *tsp.Instance) tsp.Tour {
	at := routeColumn(rows[0], rowColumn)
	if at < 0 {
		return nil
	}
	if name, _ := withoutPrefix(rows[0][at]); name != rowColumn {
		return nil
	}
	var numbers []int32
	for _, row := range rows[1:] {
		number, err := strconv.ParseInt(row[at], 10, 32)
		if err != nil {
			return nil
		}
		numbers = append(numbers, int32(number))
	}
	return numberedTour(numbers, of)
}

// numberedTour returns the tour of rows of an instance. If one of them is none, the numbers count
// places from 1, as routes of version 0.9 do.
func numberedTour(numbers []int32, of *tsp.Instance) tsp.Tour {
	tour := make(tsp.Tour, len(numbers))
	for i, number := range numbers {
		city, found := of.CityOfRow(number)
		if !found {
			for i, number := range numbers {
				tour[i] = number - 1
			}
			return tour
		}
		tour[i] = city
	}
	return tour
}

// A placeKey returns what identifies a place, "" if nothing does.
type placeKey func(city int) string

// coordinatesOf returns the coordinates of the cities of an instance and of places, as their files
// have them; nil if they cannot be compared.
func coordinatesOf(of *tsp.Instance, p *places) (mine, theirs placeKey) {
	of = of.Located()
	switch {
	case of.X == nil || (of.Metric.Geometry() == tsp.Globe) != p.globe:
		return nil, nil
	case p.globe:
		return func(city int) string {
			latitude, longitude := of.Degrees(city)
			return coordinates(roundDegrees(halfOpen(longitude)), roundDegrees(latitude))
		}, func(city int) string { return coordinates(roundDegrees(halfOpen(p.x[city])), roundDegrees(p.y[city])) }
	}
	x, y := givenCoordinates(of)
	return func(city int) string { return coordinates(x[city], y[city]) },
		func(city int) string { return coordinates(p.x[city], p.y[city]) }
}

func coordinates(x, y float64) string { return decimal(x+0) + "," + decimal(y+0) } // +0 makes -0 equal to 0

// roundDegrees rounds to a tenth of a millimetre. Minutes have no exact number of degrees.
func roundDegrees(v float64) float64 { return math.Round(v*1e9) / 1e9 }
