package days

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// day is a list of places by name, in the order of a route.
type day struct {
	names []string
	at    map[string][2]float64
	open  bool
}

// csv writes the day as a route, closed or open.
func (d *day) csv() string {
	text := "stop,row,name,x,y,leg,length\n"
	line := func(i int, name string) {
		text += fmt.Sprintf("%d,%d,%s,%v,%v,0,0\n", i+1, i+2, name, d.at[name][0], d.at[name][1])
	}
	for i, name := range d.names {
		line(i, name)
	}
	if !d.open {
		line(0, d.names[0])
	}
	return text
}

// legs returns the legs, in both directions, and the length.
func (d *day) legs() (legs map[[2]string]bool, length float64) {
	legs = map[[2]string]bool{}
	for i, name := range d.names {
		next := d.names[(i+1)%len(d.names)]
		if d.open && i == len(d.names)-1 {
			break
		}
		legs[[2]string{name, next}], legs[[2]string{next, name}] = true, true
		length += math.Hypot(d.at[name][0]-d.at[next][0], d.at[name][1]-d.at[next][1])
	}
	return legs, length
}

// compare compares the route of the day with an earlier one. The places of the instance are in the order of
// the route, so that its tour is 0, 1, 2, ….
func (d *day) compare(t *testing.T, before *day) *Comparison {
	t.Helper()
	text := "name,x,y\n"
	tour := tsp.Tour{}
	for i, name := range d.names {
		text += fmt.Sprintf("%s,%v,%v\n", name, d.at[name][0], d.at[name][1])
		tour = append(tour, int32(i))
	}
	input := must.Get(format.Read(t.Context(), strings.NewReader(text), "today.csv", format.Options{}))(t)
	earlier, err := format.ReadEarlierTour(t.Context(), strings.NewReader(before.csv()), "before.csv", input.Instance, format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return must.Get(Compare(input.Instance, tour, d.open, earlier))(t)
}

// The counts and lengths of random days equal a count over sets of names.
func TestCompare(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		before := &day{at: map[string][2]float64{}, open: random.IntN(2) == 0}
		today := &day{at: map[string][2]float64{}, open: random.IntN(2) == 0}
		states := map[State]int{}
		for i := range 12 + random.IntN(10) {
			name, at := fmt.Sprint("P", i), [2]float64{float64(random.IntN(1000)), float64(random.IntN(1000))}
			switch kind := random.IntN(8); kind {
			case 0: // gone
				before.names, before.at[name] = append(before.names, name), at
			case 1:
				today.names, today.at[name] = append(today.names, name), at
				states[New]++
			default:
				before.names, before.at[name] = append(before.names, name), at
				today.names, today.at[name] = append(today.names, name), at
				if kind == 2 {
					today.at[name] = [2]float64{at[0] + 0.5, at[1]}
					states[Moved]++
				} else {
					states[Kept]++
				}
			}
		}
		for range random.IntN(4) {
			i, j := random.IntN(len(today.names)), random.IntN(len(today.names))
			today.names[i], today.names[j] = today.names[j], today.names[i]
		}
		c := today.compare(t, before)
		own, length := today.legs()
		theirs, earlierLength := before.legs()
		common := 0
		for leg := range own {
			if theirs[leg] {
				common++
			}
		}
		if c.Stayed != common/2 || c.NewLegs != (len(own)-common)/2 || c.Lost != (len(theirs)-common)/2 {
			t.Errorf("%d stayed, %d new, %d lost; want %d of %d and %d", c.Stayed, c.NewLegs, c.Lost, common/2, len(own)/2, len(theirs)/2)
		}
		if math.Abs(c.Length-length) > 1e-9*length || c.EarlierLength == nil || math.Abs(*c.EarlierLength-earlierLength) > 1e-9*length {
			t.Errorf("lengths %v, %v, want %v, %v", c.Length, c.EarlierLength, length, earlierLength)
		}
		for state, count := range states {
			if len(c.OfState(state)) != count {
				t.Errorf("%d places are %s, want %d", len(c.OfState(state)), state, count)
			}
		}
		if len(c.Legs()) != c.NewLegs || len(c.Gone) != len(before.names)-states[Kept]-states[Moved] {
			t.Errorf("%d legs, %d gone places", len(c.Legs()), len(c.Gone))
		}
	}
}

// A long list is cut in the text.
func TestLongListsAreCut(t *testing.T) {
	before := &day{names: []string{"A", "B", "C"}, at: map[string][2]float64{"A": {1, 1}, "B": {2, 1}, "C": {2, 2}}}
	today := &day{names: slices.Clone(before.names), at: maps.Clone(before.at)}
	for i := range mostLines + 7 {
		name := fmt.Sprint("N", i)
		today.names, today.at[name] = append(today.names, name), [2]float64{float64(i), 9}
	}
	var text strings.Builder
	must.Do(t, today.compare(t, before).Write(&text))
	if got := strings.Count(text.String(), "\nnew  "); got != mostLines || !strings.Contains(text.String(), "            and 7 more\n") {
		t.Errorf("%d new places\n%s", got, text.String())
	}
}
