package main

import (
	"fmt"
	"maps"
	"slices"

	"github.com/aco-vk/aco-vk/internal/figure"
	"github.com/aco-vk/aco-vk/study/device"
)

// deviceChart returns a chart that compares devices: for each figure that at least two of them
// have, how many times as good each is as the worst.
func deviceChart(reports []device.File) chart {
	c := chart{name: "devices", Chart: figure.Chart{Title: "Figures of devices", X: "times as fast as the slowest of these devices"}}
	var rows []string
	speeds := map[string]map[int]float64{} // by row and report
	for i, report := range reports {
		c.Series = append(c.Series, series{Label: report.Device.Name, Style: i, Look: dots})
		for _, f := range report.Figures {
			if f.Value <= 0 {
				continue
			}
			row := fmt.Sprintf("%s: %s", f.Subject, f.What)
			if speeds[row] == nil {
				rows, speeds[row] = append(rows, row), map[int]float64{}
			}
			speeds[row][i] = f.Value
			if f.Unit == device.Microseconds || f.Unit == device.Milliseconds {
				speeds[row][i] = 1 / f.Value
			}
		}
	}
	for _, row := range rows {
		if len(speeds[row]) < 2 {
			continue
		}
		worst := slices.Min(slices.Collect(maps.Values(speeds[row])))
		for i, speed := range speeds[row] {
			c.Series[i].Points = append(c.Series[i].Points, point{speed / worst, float64(len(c.Rows))})
		}
		c.Rows = append(c.Rows, row)
	}
	c.Series = slices.DeleteFunc(c.Series, func(s series) bool { return len(s.Points) == 0 })
	return c
}
