package device

import (
	"context"
	"errors"
	"math"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// meterOf returns a meter of an open device, which measures for as short as possible.
func meterOf(t *testing.T, device *vk.Device) *meter {
	return &meter{
		ctx: t.Context(), device: device, limits: pipeline.LimitsOf(device.Info()), report: &Report{},
		Options: Options{Timing: 1}, progress: func(Figure) {},
	}
}

// Each kernel computes what is expected of it, and has a figure.
func TestKernels(t *testing.T) {
	testkind.Whole(t)
	m := meterOf(t, vktest.Open(t))
	for _, measure := range []func() error{m.memory, m.atomics, m.subgroups, m.latency, m.smallPipeline} {
		must.Do(t, measure())
	}
	if want := len(patterns) + len(contention) + len(operations) + 2 + 2; len(m.report.Figures) != want {
		t.Errorf("%d figures, want %d", len(m.report.Figures), want)
	}
	for _, f := range m.report.Figures {
		if f.Value <= 0 || math.IsInf(f.Value, 0) {
			t.Errorf("%+v", f)
		}
	}
}

// A device without the operations has no figures of subgroups, and is not failed for it.
func TestWithoutSubgroups(t *testing.T) {
	m := meterOf(t, vktest.OpenWithoutSubgroups(t))
	must.Do(t, m.subgroups())
	for _, f := range m.report.Figures {
		if f.Value != 0 || f.Remark == "" {
			t.Errorf("%+v", f)
		}
	}
}

// A whole measurement has figures of every subject.
func TestMeasure(t *testing.T) {
	if testing.Short() {
		t.Skip("the runs of the solver take half a minute on a software device")
	}
	started := false
	open := func(cacheDir string) (*aco.Device, error) {
		return aco.OpenDevice(aco.DeviceVulkan, aco.DeviceOptions{CacheDir: cacheDir})
	}
	report, err := Measure(t.Context(), Options{Open: open, Timing: 1}, func(*Report) { started = true },
		func(Figure) {})
	if errors.Is(err, aco.ErrNoDevice) && os.Getenv("ACO_VK_REQUIRE_DEVICE") == "" {
		t.Skip(err)
	}
	if err != nil || !report.Complete || !started {
		t.Fatalf("%v, %+v", err, report)
	}
	for _, s := range subjects {
		if !slices.ContainsFunc(report.Figures, func(f Figure) bool { return f.Subject == s.subject && f.Value > 0 }) {
			t.Errorf("no figure of %s", s.subject)
		}
	}
}

// A measurement that is interrupted returns what it has.
func TestInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	m := meterOf(t, vktest.Open(t))
	m.ctx, m.progress = ctx, func(Figure) { stop() }
	m.Timing = time.Millisecond
	if err := m.atomics(); !errors.Is(err, context.Canceled) || len(m.report.Figures) != 1 {
		t.Errorf("%v, %+v", err, m.report.Figures)
	}
}

// One wrong word of a result is found, and its figure has no value.
func TestWrongWords(t *testing.T) {
	const words = 1 << 10
	source, order := make([]uint32, words), make([]uint32, words)
	for i := range source {
		source[i], order[i] = mixed(uint32(i)), place(uint32(i), words)
	}
	for pattern := range patterns {
		target := make([]uint32, words)
		for i := range target {
			switch pattern {
			case 0:
				target[i] = source[i]
			case 1:
				target[i] = source[order[i]]
			case 2:
				target[order[i]] = source[i]
			}
		}
		if reason := wrongCopy(pattern, source, order, target); reason != "" {
			t.Errorf("pattern %d: %s", pattern, reason)
		}
		target[words/2] ^= 1
		if wrongCopy(pattern, source, order, target) == "" {
			t.Errorf("pattern %d: a wrong word is not found", pattern)
		}
	}
	if wrongSum([]uint32{8, 8, 0}, 2, 16) != "" || wrongSum([]uint32{8, 7, 0}, 2, 16) == "" ||
		wrongSum([]uint32{8, 8, 1}, 2, 16) == "" {
		t.Error("sums")
	}
	m := &meter{report: &Report{}, progress: func(Figure) {}}
	if err := m.wrong(Figure{Value: 1}, "word 0"); !errors.Is(err, ErrDiffers) || m.report.Figures[0].Value != 0 {
		t.Errorf("%v, %+v", err, m.report.Figures)
	}
}

// A wrong value of one lane is found for each operation.
func TestWrongResults(t *testing.T) {
	const lanes, size = 8, 2 * 2 * 8 // two subgroups in a work-group, two words for each invocation
	for operation := range operations {
		results := make([]uint32, 2*size)
		for first := 0; first < len(results)/2; first += lanes {
			values, next := make([]uint32, lanes), make([]uint32, lanes)
			for lane := range values {
				values[lane] = uint32(first + lane)
			}
			for round := range uint32(subgroupRounds) {
				for lane := range values {
					next[lane] = operations[operation].result(values, lane, round)*0x9E3779B1 + uint32(lane)
				}
				values, next = next, values
			}
			for lane, v := range values {
				results[2*(first+lane)], results[2*(first+lane)+1] = v, uint32(first/lanes%2)<<16|uint32(lane)
			}
		}
		if reason := wrongResults(operation, results, size); reason != "" {
			t.Errorf("%s: %s", operations[operation].what, reason)
		}
		for _, i := range []int{0, 2*lanes - 2, len(results) - 2} {
			results[i] ^= 1
			if wrongResults(operation, results, size) == "" {
				t.Errorf("%s: wrong word %d is not found", operations[operation].what, i)
			}
			results[i] ^= 1
		}
	}
}

// The random order has each place once, and few neighbours stay together.
func TestPlace(t *testing.T) {
	for _, words := range []uint32{1, 2, 1 << 10, 1 << 17} {
		seen, near := make([]bool, words), 0
		for i := range words {
			p := place(i, words)
			if seen[p] {
				t.Fatalf("two of %d words have place %d", words, p)
			}
			seen[p] = true
			if next := place((i+1)&(words-1), words); p/16 == next/16 {
				near++
			}
		}
		if words >= 1<<10 && near > int(words)/16 {
			t.Errorf("%d of %d words are near the next one", near, words)
		}
	}
}

func TestText(t *testing.T) {
	for value, want := range map[float64]string{0: "", 0.0518: "0.0518", 0.999: "0.999", 1: "1.00", 73.44: "73.4", 3900: "3900", 15234.6: "15235"} {
		if got := (Figure{Value: value}).Text(); got != want {
			t.Errorf("%v: %q, want %q", value, got, want)
		}
	}
}
