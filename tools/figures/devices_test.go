package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/study/device"
	"github.com/aco-vk/aco-vk/study/papers"
)

func TestDeviceChart(t *testing.T) {
	copied := func(value float64) device.Figure {
		return device.Figure{Subject: device.Memory, What: "copy", Value: value, Unit: device.GBPerSecond}
	}
	waited := func(value float64) device.Figure {
		return device.Figure{Subject: device.Latency, What: "dispatch", Value: value, Unit: device.Microseconds}
	}
	alone := device.Figure{Subject: device.Subgroups, What: "sum", Value: 1, Unit: device.BillionPerSecond}
	report := func(name string, figures ...device.Figure) device.File {
		return device.File{Report: &device.Report{Device: papers.Device{Name: name}, Figures: figures}}
	}
	got := deviceChart([]device.File{
		report("slow", copied(2), waited(100)), report("fast", copied(8), alone, waited(5)),
		report("without latency", copied(4), waited(0)),
	})
	if diff := cmp.Diff([]string{"memory: copy", "latency: dispatch"}, got.Rows); diff != "" {
		t.Errorf("rows: -want +got\n%s", diff)
	}
	want := map[string]map[string][]point{"devices": {"slow": {{1, 0}, {1, 1}}, "fast": {{4, 0}, {20, 1}},
		"without latency": {{2, 0}}}}
	if diff := cmp.Diff(want, lines([]chart{got})); diff != "" {
		t.Errorf("points: -want +got\n%s", diff)
	}
}
