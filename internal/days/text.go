package days

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/aco-vk/aco-vk/tsp/format"
)

// ChangesText says how many places have changed since an earlier route.
func (c *Comparison) ChangesText() string { return ChangesText(c.Earlier, c.Instance.Dimension()) }

// ChangesText says how many of a number of places have changed since an earlier route.
func ChangesText(earlier *format.EarlierTour, places int) string {
	kept := places - len(earlier.New) - len(earlier.Moved)
	return fmt.Sprintf("%s kept, %d new, %d gone, %d moved", placesText(kept), len(earlier.New), earlier.Gone,
		len(earlier.Moved))
}

// AmbiguousText says which names do not tell the places of an earlier route apart, "" if there are none.
func AmbiguousText(earlier *format.EarlierTour) string {
	names := earlier.Ambiguous
	if len(names) == 0 {
		return ""
	}
	const most = 5
	list := strings.Trim(fmt.Sprintf("%q", names[:min(len(names), most)]), "[]")
	if len(names) > most {
		list += fmt.Sprintf(" and %d more", len(names)-most)
	}
	return fmt.Sprintf("several places are called %s and are not told apart; they count as gone and new", list)
}

func placesText(count int) string {
	if count == 1 {
		return "1 place"
	}
	return fmt.Sprintf("%d places", count)
}

// LegsText says how many legs have changed.
func (c *Comparison) LegsText() string {
	return fmt.Sprintf("%d stayed, %d new, %d gone; %d of the new ones between kept places that did not follow one another",
		c.Stayed, c.NewLegs, c.Lost, c.Changed)
}

// LengthText says how long the routes are.
func (c *Comparison) LengthText() string {
	unit := c.Instance.Unit
	text := unit.FormatValue(c.Length)
	if c.EarlierLength == nil {
		return text
	}
	switch longer := c.Length - *c.EarlierLength; {
	case math.Abs(longer) <= 1e-9*c.Length: // sums of equal legs in another order
		return text + ", as before"
	case longer > 0:
		return fmt.Sprintf("%s, %s longer than before (%s)", text, unit.FormatValue(longer), unit.FormatValue(*c.EarlierLength))
	default:
		return fmt.Sprintf("%s, %s shorter than before (%s)", text, unit.FormatValue(-longer), unit.FormatValue(*c.EarlierLength))
	}
}

// Legs returns a sentence for each new leg, in the order of the route.
func (c *Comparison) Legs() []string {
	var legs []string
	for i, s := range c.Stops {
		if !s.IsNew {
			continue
		}
		before := (i + len(c.Stops) - 1) % len(c.Stops)
		legs = append(legs, fmt.Sprintf("%s to %s, %s", c.StopText(before), c.StopText(i), c.Instance.Unit.FormatValue(s.Leg)))
	}
	return legs
}

// StopText returns the number and the place of a stop.
func (c *Comparison) StopText(at int) string {
	return fmt.Sprintf("stop %d %s", at+1, c.Instance.CityText(c.Stops[at].City))
}

// OfState returns the stops of a state, as texts.
func (c *Comparison) OfState(state State) []string {
	var list []string
	for i, s := range c.Stops {
		if s.State == state {
			list = append(list, c.StopText(i))
		}
	}
	return list
}

// mostLines is the number of lines of each list in a text.
const mostLines = 20

// Write writes the comparison as text. Long lists are cut.
func (c *Comparison) Write(w io.Writer) error {
	var text strings.Builder
	line := func(name, value string) { fmt.Fprintf(&text, "%-12s%s\n", name, value) }
	line("length", c.LengthText())
	line("places", c.ChangesText())
	line("legs", c.LegsText())
	for _, list := range []struct {
		name  string
		lines []string
	}{{"new", c.OfState(New)}, {"gone", c.Gone}, {"moved", c.OfState(Moved)}, {"new leg", c.Legs()}} {
		for i, l := range list.lines {
			if i == mostLines {
				line("", fmt.Sprintf("and %d more", len(list.lines)-i))
				break
			}
			line(list.name, l)
		}
	}
	_, err := io.WriteString(w, text.String())
	return err
}
