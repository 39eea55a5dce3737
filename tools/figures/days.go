package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aco-vk/aco-vk/internal/figure"
)

// daysName is the table of the kept report on lists that change every day,
// and stopwatchName of the times of commands.
const (
	daysName      = "days"
	stopwatchName = "stopwatch"
)

// days has routes of days of changing lists, at several prices of a changed leg.
type days struct {
	Stops      int `json:"stops"`
	Days       int `json:"days"`
	Lists      int `json:"lists"`
	Iterations int `json:"iterations"`
	Changes    struct {
		New   int `json:"new"`
		Gone  int `json:"gone"`
		Moved int `json:"moved"`
	} `json:"changes"`
	Runs []struct {
		PriceM  int64   `json:"price_m"`
		LengthM float64 `json:"length_m"`
		Changed int     `json:"changed"`
	} `json:"runs"`
}

// priced has the means of a price.
type priced struct {
	price   int64
	changed float64 // legs a day
	length  float64 // of a route in m
	longer  float64 // than at price 0, in percent
}

// byPrice returns the means by price, in the order of the report. The first price is 0.
func (d *days) byPrice() []priced {
	var all []priced
	var runs []int
	for _, r := range d.Runs {
		at := 0
		for at < len(all) && all[at].price != r.PriceM {
			at++
		}
		if at == len(all) {
			all, runs = append(all, priced{price: r.PriceM}), append(runs, 0)
		}
		all[at].changed += float64(r.Changed)
		all[at].length += r.LengthM
		runs[at]++
	}
	for at := range all {
		all[at].changed /= float64(runs[at])
		all[at].length /= float64(runs[at])
		all[at].longer = 100 * (all[at].length/all[0].length - 1)
	}
	return all
}

// chart returns the length against the changed legs, with a point for each price.
func (d *days) chart() chart {
	c := chart{name: daysName, Chart: figure.Chart{Linear: true, X: "changed legs a day", Y: "% longer than without a price",
		Title: fmt.Sprintf("%d days of a list of %d stops, each with %d new, %d gone and %d moved; mean of %d lists",
			d.Days, d.Stops, d.Changes.New, d.Changes.Gone, d.Changes.Moved, d.Lists)}}
	var line []point
	for _, p := range d.byPrice() {
		line = append(line, point{p.changed, p.longer})
	}
	c.Add("", len(figure.Colours)-1, unmarked, line)
	for i, p := range line {
		c.Add(fmt.Sprintf("%d m for a leg", d.byPrice()[i].price), i, dots, []point{p})
	}
	return c
}

// table returns the means by price as a Markdown table.
func (d *days) table() string {
	var table strings.Builder
	table.WriteString("| price of a changed leg | changed legs a day | mean length, km | longer |\n|---|---|---|---|\n")
	for _, p := range d.byPrice() {
		fmt.Fprintf(&table, "| %d m | %.1f | %.2f | %.2f%% |\n", p.price, p.changed, p.length/1000, p.longer)
	}
	return table.String()
}

// stopwatch has the times of commands.
type stopwatch struct {
	Cores    int `json:"cores"`
	Commands []struct {
		Command string  `json:"command"`
		Seconds float64 `json:"seconds"`
	} `json:"commands"`
}

// table returns the times as a Markdown table, with the commands up to their flags.
func (s *stopwatch) table() string {
	var table strings.Builder
	all := 0.0
	fmt.Fprintf(&table, "| command | seconds, %d cores without a GPU |\n|---|---|\n", s.Cores)
	for _, c := range s.Commands {
		command, _, _ := strings.Cut(c.Command, " -")
		fmt.Fprintf(&table, "| `%s` | %.1f |\n", command, c.Seconds)
		all += c.Seconds
	}
	fmt.Fprintf(&table, "| **all** | **%.1f** |\n", all)
	return table.String()
}

// readDays reads a kept report on lists that change.
func readDays(text []byte) (*days, error) {
	var d days
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, err
	}
	if len(d.Runs) == 0 || d.Runs[0].PriceM != 0 {
		return nil, fmt.Errorf("table %s has no run at price 0 first", daysName)
	}
	return &d, nil
}

// readStopwatch reads the kept times of commands.
func readStopwatch(text []byte) (*stopwatch, error) {
	var s stopwatch
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, err
	}
	if len(s.Commands) == 0 {
		return nil, fmt.Errorf("table %s has no commands", stopwatchName)
	}
	return &s, nil
}
