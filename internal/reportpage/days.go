package reportpage

import (
	"fmt"
	"html/template"
	"strings"

	"github.com/aco-vk/aco-vk/internal/days"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/draw"
)

// daysView has the texts of a comparison with an earlier route.
type daysView struct {
	Length, Places, Legs string
	Map                  template.HTML // SVG; "": one of the routes is closed and the other open, or there are no coordinates
	Stops                []stopView
	Gone                 []string
}

// stopView is a row of the table of stops.
type stopView struct {
	Number             int
	Place, State, Leg  string
	LegState, Distance string
}

func newDaysView(c *days.Comparison) (*daysView, error) {
	v := &daysView{Length: c.LengthText(), Places: c.ChangesText(), Legs: c.LegsText(), Gone: c.Gone}
	unit, length := c.Instance.Unit, 0.0
	for i, s := range c.Stops {
		row := stopView{Number: i + 1, Place: c.Instance.CityText(s.City), State: string(s.State)}
		if i > 0 {
			length += s.Leg
			row.Leg, row.LegState = unit.FormatValue(s.Leg), legState(s)
		}
		row.Distance = unit.FormatValue(length)
		v.Stops = append(v.Stops, row)
	}
	if first := c.Stops[0]; !c.Open {
		v.Stops = append(v.Stops, stopView{
			Number: len(c.Stops) + 1, Place: c.Instance.CityText(first.City), State: string(first.State),
			Leg: unit.FormatValue(first.Leg), LegState: legState(first), Distance: unit.FormatValue(c.Length),
		})
	}
	if draw.Check(c.Instance) != nil || c.Open != c.EarlierOpen {
		return v, nil
	}
	labels := []string{
		fmt.Sprintf("the new route (length %s)", unit.FormatValue(c.Length)), fmt.Sprintf("the earlier route (%s)", c.ChangesText()),
	}
	picture := draw.Picture{Instance: c.Instance, Tours: []tsp.Tour{c.Route, c.Earlier.Order}, Labels: labels, Open: c.Open}
	var svg strings.Builder
	if err := picture.Write(&svg, draw.SVG); err != nil {
		return nil, err
	}
	v.Map = template.HTML(svg.String()) // by package draw, which escapes names
	return v, nil
}

func legState(s days.Stop) string {
	if s.IsNew {
		return "new"
	}
	return "stayed"
}
