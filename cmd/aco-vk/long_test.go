package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// footprint is the memory and the handles of the process.
type footprint struct {
	heap     uint64 // live bytes of the Go heap
	resident uint64 // resident bytes of the process; 0 if the system does not report them
	open     int    // number of open files
	routines int
	usage    vk.Usage
}

func footprintOf(device *vk.Device) footprint {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	f := footprint{heap: m.HeapAlloc, routines: runtime.NumGoroutine(), usage: device.Usage()}
	if text, err := os.ReadFile("/proc/self/statm"); err == nil {
		var pages, resident uint64
		if n, _ := fmt.Sscan(string(text), &pages, &resident); n == 2 {
			f.resident = resident * uint64(os.Getpagesize())
		}
	}
	files, _ := os.ReadDir("/proc/self/fd")
	f.open = len(files)
	return f
}

func (f footprint) String() string {
	return fmt.Sprintf("heap %d KiB, resident %d KiB, %d files, %d goroutines, %d handles and %d KiB of the device",
		f.heap>>10, f.resident>>10, f.open, f.routines, f.usage.Handles, f.usage.Bytes>>10)
}

// grew returns which part of a footprint has grown beyond random variation, "" for none. The
// resident memory counts only if resident is set, which is for tests that create no pipelines:
// lavapipe 22 leaks 80 KiB per pipeline, also in a C program that does nothing else.
func (f footprint) grew(from footprint, resident bool) string {
	const heapMargin, residentMargin = 4 << 20, 64 << 20
	switch {
	case f.usage != from.usage:
		return "the usage of the device"
	case f.heap > from.heap+heapMargin:
		return "the heap"
	case resident && from.resident > 0 && f.resident > from.resident+residentMargin:
		return "the resident memory"
	case f.open > from.open+2:
		return "the number of files"
	case f.routines > from.routines+2:
		return "the number of goroutines"
	}
	return ""
}

// checkGrown logs two footprints and fails if the second one stays larger. A driver may still close
// what a run had open, such as files of its cache.
func checkGrown(t *testing.T, device *vk.Device, what string, first footprint) {
	t.Helper()
	const tries = 1000
	last := footprintOf(device)
	for range tries {
		if last.grew(first, false) == "" {
			break
		}
		last = footprintOf(device)
	}
	t.Logf("before: %v; after %s: %v", first, what, last)
	if grown := last.grew(first, false); grown != "" {
		t.Errorf("%s grew; the open files are %v", grown, openFiles())
	}
}

// openFiles returns what the descriptors of the process are.
func openFiles() (list []string) {
	links, _ := filepath.Glob("/proc/self/fd/*")
	for _, link := range links {
		name, _ := os.Readlink(link)
		list = append(list, name)
	}
	return list
}

// duration returns the duration of long tests, 0 if ACO_VK_LONG is not set.
func duration(t *testing.T) time.Duration {
	t.Helper()
	text := os.Getenv("ACO_VK_LONG")
	if text == "" {
		return 0
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatalf("ACO_VK_LONG: %v", err)
	}
	return d
}

// Whole commands of all algorithms, each of which opens the device, leak nothing. A long test has
// two thousand.
func TestManyCommands(t *testing.T) {
	testkind.ManyProcesses(t)
	cacheFolder(t)
	device := vktest.Open(t) // an open device with no handles of its own
	commands := 24
	if testing.Short() {
		commands = 12
	}
	if duration(t) > 0 {
		commands = 2000
	}
	const warm = 8
	var first footprint
	for i := range commands {
		if i == warm {
			first = footprintOf(device)
		}
		mustRun(t, "solve", "gen:uniform:12:1", "--iterations", "2", "--quiet", "--device", "0", "--algorithm",
			[]string{"merged", "as", "mmas", "acs"}[i%4])
	}
	checkGrown(t, device, fmt.Sprintf("%d commands", commands), first)
}

// A long run has the same footprint at its end as near its beginning. make test-long runs this
// test.
func TestLongRun(t *testing.T) {
	limit := duration(t)
	if limit == 0 {
		t.Skip("only in make test-long")
	}
	const cities, samples = 1000, 10
	instance := must.Get(generate.Instance("uniform", cities, 1))(t)
	device := vktest.Open(t)
	var taken []footprint
	started := time.Now()
	sample := func(engine.Progress) {
		if time.Since(started) >= time.Duration(len(taken)+1)*limit/(samples+1) {
			taken = append(taken, footprintOf(device))
			t.Logf("after %v: %v", time.Since(started).Round(time.Second), taken[len(taken)-1])
		}
	}
	o := merged.Options{Rules: engine.Rules{TimeLimit: limit / 2}, Parameters: model.Recommended(cities)}
	if result, err := merged.Solve(t.Context(), instance, []*vk.Device{device}, o, sample); err != nil ||
		result.Failure != nil {
		t.Fatal(err, result)
	}
	atMid := len(taken)
	if result, err := classic.Solve(t.Context(), instance, []*vk.Device{device},
		classic.Options{Rules: engine.Rules{TimeLimit: limit / 2}, Parameters: classicmodel.MaxMin()},
		sample); err != nil || result.Failure != nil {
		t.Fatal(err, result)
	}
	for _, run := range [][]footprint{taken[:atMid], taken[atMid:]} {
		if len(run) < 2 {
			t.Fatalf("%d samples of a run", len(run))
		}
		if what := run[len(run)-1].grew(run[0], true); what != "" {
			t.Errorf("%s grew: from %v to %v", what, run[0], run[len(run)-1])
		}
	}
}
