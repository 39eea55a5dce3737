package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/internal/figure"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// scalingName is the table of the kept report on groups of devices, and the name of its chart.
const scalingName = "scaling"

// scaling has reports of aco-vk solve --json without tours, of the same instances on one device and
// on several: jq -s '{table: "scaling", runs: map(del(.tour, .trace, .schedule))}' FILE...
type scaling struct {
	Runs []scalingRun `json:"runs"`
}

// scalingRun is the part of a run's report that the chart and the table are made of.
type scalingRun struct {
	Instance struct {
		Name      string `json:"name"`
		Dimension int    `json:"dimension"`
	} `json:"instance"`
	BestLength      uint64 `json:"best_length"`
	BestKnownLength uint64 `json:"best_known_length"`
	StopReason      string `json:"stop_reason"`
	Device          struct {
		Name string `json:"name"`
	} `json:"device"`
	Devices []struct {
		Exchange struct {
			SentBytes uint64 `json:"sent_bytes"`
		} `json:"exchange"`
	} `json:"devices"` // of a group
	Parameters struct {
		Ants     int `json:"ants"`
		Colonies int `json:"colonies"`
	} `json:"parameters"`
	Iterations int `json:"iterations"`
	Timings    struct {
		WallS  float64            `json:"wall_s"`
		Stages map[string]float64 `json:"stages"` // ms, of all devices
		Parts  []struct {
			Name  string  `json:"name"`
			MS    float64 `json:"ms"`
			Count int     `json:"count"`
		} `json:"parts"`
	} `json:"timings"`
}

// scaled are the figures of a run.
type scaled struct {
	instance      string
	ants          int
	devices       int
	antsPerSecond float64
	waiting       float64 // share of the time in which a device does not compute
	sentBytes     float64 // of all devices in an iteration
}

func (r *scalingRun) scaled() scaled {
	devices := max(1, len(r.Devices))
	s := scaled{instance: r.Instance.Name, ants: r.Parameters.Ants * r.Parameters.Colonies, devices: devices}
	seconds, busy := 0.0, 0.0 // busy: of all devices
	for _, part := range r.Timings.Parts {
		if part.Name == "first iteration" || part.Name == "iterations" {
			seconds += part.MS / 1000
		}
	}
	for _, ms := range r.Timings.Stages {
		busy += ms / 1000
	}
	for _, d := range r.Devices {
		s.sentBytes += float64(d.Exchange.SentBytes) / float64(max(1, r.Iterations))
	}
	if seconds > 0 {
		s.antsPerSecond = float64(r.Iterations) * float64(s.ants) / seconds
		s.waiting = max(0, 1-busy/seconds/float64(devices))
	}
	return s
}

// sorted returns the figures of all runs with one tour by instance, in the order of the file, and
// number of devices.
func (s *scaling) sorted() []scaled {
	var order []string
	var all []scaled
	for i := range s.Runs {
		if s.Runs[i].Parameters.Colonies != 1 {
			continue
		}
		run := s.Runs[i].scaled()
		if !slices.Contains(order, run.instance) {
			order = append(order, run.instance)
		}
		all = append(all, run)
	}
	slices.SortStableFunc(all, func(a, b scaled) int {
		return cmp.Or(cmp.Compare(slices.Index(order, a.instance), slices.Index(order, b.instance)), cmp.Compare(a.devices, b.devices))
	})
	return all
}

// chart returns the ants a second of a group, in times of one device's.
func (s *scaling) chart() chart {
	c := chart{name: scalingName, Chart: figure.Chart{Title: "Several devices with one tour, " + s.Runs[0].Device.Name,
		X: "devices", Y: "ants a second, in times of one device's"}}
	one, most := map[string]float64{}, 1
	for _, run := range s.sorted() {
		if run.devices == 1 {
			one[run.instance] = run.antsPerSecond
			c.Series = append(c.Series, series{Label: run.instance, Style: len(c.Series)})
		}
		if base := one[run.instance]; base > 0 {
			last := &c.Series[len(c.Series)-1]
			last.Points = append(last.Points, point{float64(run.devices), run.antsPerSecond / base})
			most = max(most, run.devices)
		}
	}
	c.Add("proportional", len(c.Series), published, []point{{1, 1}, {float64(most), float64(most)}})
	return c
}

// table returns the figures of all runs as a Markdown table.
func (s *scaling) table() string {
	var table strings.Builder
	table.WriteString("| instance | ants | devices | 10⁶ ants a second | waiting, % | kB sent in an iteration |\n|---|---|---|---|---|---|\n")
	for _, run := range s.sorted() {
		fmt.Fprintf(&table, "| %s | %d | %d | %.1f | %.0f | %.0f |\n",
			run.instance, run.ants, run.devices, run.antsPerSecond/1e6, 100*run.waiting, run.sentBytes/1000)
	}
	return table.String()
}

// uniformConstant times the square root of cities and area is the length of an optimal tour of many
// random cities (Johnson, McGeoch and Rothberg, SODA 1996). The instances of aco-vk gen are in a
// square with sides of uniformSide.
const (
	uniformConstant = 0.7124
	uniformSide     = 1e6
)

// over returns by how many percent the tour is longer than the best known one, or, where none is
// known, than the expected optimal tour of a random instance. Neither: ok is false.
func (r *scalingRun) over() (percent float64, ok bool) {
	reference := float64(r.BestKnownLength)
	if reference == 0 && strings.HasPrefix(r.Instance.Name, "uniform-") {
		reference = uniformConstant * math.Sqrt(float64(r.Instance.Dimension)) * uniformSide
	}
	return 100 * (float64(r.BestLength)/reference - 1), reference > 0
}

// lengths returns a Markdown table of the runs that a time limit ended.
func (s *scaling) lengths() string {
	var table strings.Builder
	table.WriteString("| instance | devices | colonies | ants of a colony | s | % |\n|---|---|---|---|---|---|\n")
	for i := range s.Runs {
		r := &s.Runs[i]
		if over, ok := r.over(); ok && r.StopReason == "time_limit" {
			fmt.Fprintf(&table, "| %s | %d | %d | %d | %.0f | %.3f |\n", r.Instance.Name, max(1, len(r.Devices)),
				r.Parameters.Colonies, r.Parameters.Ants, r.Timings.WallS, over)
		}
	}
	return table.String()
}

// readScaling reads a kept report on groups.
func readScaling(text []byte) (*scaling, error) {
	var s scaling
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, err
	}
	if len(s.Runs) == 0 {
		return nil, fmt.Errorf("table %s has no runs", scalingName)
	}
	for i := range s.Runs {
		name := &s.Runs[i].Instance.Name
		*name = cmp.Or(generate.ChallengeName(*name), *name)
	}
	return &s, nil
}
