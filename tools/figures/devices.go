package main

import (
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/internal/figure"
	"github.com/aco-vk/aco-vk/study/device"
)

// deviceChart returns a chart that compares devices: for each figure that at least two of them
// have, how many times as good each is as the worst.
func deviceChart(reports []device.File) chart {
	c := chart{name: "devices", Chart: figure.Chart{Title: "Figures of devices", X: "times as fast as the slowest of these devices"}}
	for _, report := range reports {
		c.Series = append(c.Series, series{Label: report.Device.Name, Style: len(c.Series), Look: dots})
	}
	var subjects []device.Figure
	for _, report := range reports {
		for _, f := range report.Figures {
			if !slices.ContainsFunc(subjects,
				func(s device.Figure) bool { return s.Subject == f.Subject && s.What == f.What }) {
				subjects = append(subjects, f)
			}
		}
	}
	for _, subject := range subjects {
		speeds, worst, known := speedsOf(reports, subject)
		if known < 2 {
			continue
		}
		for i, speed := range speeds {
			if speed > 0 {
				c.Series[i].Points = append(c.Series[i].Points, point{speed / worst, float64(len(c.Rows))})
			}
		}
		c.Rows = append(c.Rows, fmt.Sprintf("%s: %s", subject.Subject, subject.What))
	}
	c.Series = slices.DeleteFunc(c.Series, func(s series) bool { return len(s.Points) == 0 })
	return c
}

// speedsOf returns a figure of each device as a speed, 0 where it is missing, with the lowest one
// and the number of devices that have it.
func speedsOf(reports []device.File, of device.Figure) (speeds []float64, worst float64, known int) {
	speeds = make([]float64, len(reports))
	for i, report := range reports {
		at := slices.IndexFunc(report.Figures,
			func(f device.Figure) bool { return f.Subject == of.Subject && f.What == of.What })
		if at < 0 || report.Figures[at].Value <= 0 {
			continue
		}
		speeds[i] = report.Figures[at].Value
		if of.Unit == device.Microseconds || of.Unit == device.Milliseconds {
			speeds[i] = 1 / speeds[i]
		}
		if known == 0 || speeds[i] < worst {
			worst = speeds[i]
		}
		known++
	}
	return speeds, worst, known
}
