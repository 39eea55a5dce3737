package aco_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/bound"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// The tests and examples run on the processor, where small instances are solved soonest: the
// Vulkan loader finds no driver. No tour depends on the device.
func TestMain(m *testing.M) {
	os.Setenv("VK_DRIVER_FILES", os.DevNull)
	os.Setenv("VK_ICD_FILENAMES", os.DevNull) // of older loaders
	os.Exit(m.Run())
}

func ExampleSolve() {
	input, err := format.ReadFile(context.Background(), "../testdata/places.csv", format.Options{})
	if err != nil {
		log.Fatal(err)
	}
	result, err := aco.Solve(context.Background(), input.Instance, aco.Options{Iterations: 2})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Format(), "by", result.Algorithm, "until", result.Stop)
	// Output: 18159 km by merged until iterations
}

// A time limit, and how the run goes on.
func ExampleSolve_progress() {
	instance, err := generate.Instance("uniform", 40, 1)
	if err != nil {
		log.Fatal(err)
	}
	best := int64(0)
	options := aco.Options{
		TimeLimit: 500 * time.Millisecond,
		Progress: func(p aco.Progress) {
			if p.Best != best {
				best = p.Best // print it, with p.Elapsed, p.Iteration and p.Gap()
			}
		},
	}
	result, err := aco.Solve(context.Background(), instance, options)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("stopped by", result.Stop, "with the last best length:", best == result.Length)
	// Output: stopped by time_limit with the last best length: true
}

// MAX-MIN Ant System with a callback for every iteration.
func ExampleSolve_record() {
	instance, err := generate.Instance("uniform", 40, 1)
	if err != nil {
		log.Fatal(err)
	}
	iterations, best := 0, int64(0)
	method := aco.MMAS{Ants: 25, LocalSearch: aco.LocalSearch{Kind: aco.SearchNone}}
	options := aco.Options{Method: method, Iterations: 50, Record: func(i aco.Iteration) {
		iterations++
		best = i.Best // with i.Length of this iteration alone, i.Tours and i.Elapsed
	}}
	result, err := aco.Solve(context.Background(), instance, options)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(iterations, "iterations; the best length of the last is that of the result:", best == result.Length)
	// Output: 50 iterations; the best length of the last is that of the result: true
}

// A tour of points in the plane.
func ExampleSolve_coordinates() {
	x := []float64{0, 10, 20, 30, 30, 20, 10, 0}
	y := []float64{0, 0, 0, 0, 10, 10, 10, 10}
	instance, err := tsp.FromCoordinates(tsp.EUC2D, x, y)
	if err != nil {
		log.Fatal(err)
	}
	result, err := aco.Solve(context.Background(), instance, aco.Options{Iterations: 5})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Length, result.Tour.Canonical(true))
	// Output: 80 [0 1 2 3 4 5 6 7]
}

// Travel times that depend on the direction.
func ExampleSolve_matrix() {
	minutes := [][]int{
		{0, 12, 25, 30},
		{14, 0, 9, 22},
		{24, 10, 0, 8},
		{11, 23, 12, 0},
	}
	instance, err := tsp.FromMatrix(minutes)
	if err != nil {
		log.Fatal(err)
	}
	result, err := aco.Solve(context.Background(), instance, aco.Options{Iterations: 5})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Length, "minutes:", result.Tour.Canonical(false), "by", result.Algorithm)
	// Output: 40 minutes: [0 1 2 3] by mmas
}

// An open path through one-way streets with a street that it must take, and how far it is from the
// optimum at most.
func ExampleSolve_path() {
	minutes := [][]int{
		{0, 12, 25, 30, 20, 18},
		{14, 0, 9, 22, 31, 25},
		{24, 10, 0, 8, 19, 23},
		{11, 23, 12, 0, 16, 21},
		{21, 30, 18, 15, 0, 7},
		{19, 26, 22, 20, 9, 0},
	}
	instance, err := tsp.FromMatrix(minutes)
	if err != nil {
		log.Fatal(err)
	}
	instance.Fixed = []tsp.Edge{{4, 5}}
	path := &tsp.Ends{0, tsp.FreeEnd} // from place 0 to any other
	result, err := aco.Solve(context.Background(), instance, aco.Options{Path: path})
	if err != nil {
		log.Fatal(err)
	}
	lower, err := bound.HeldKarp(context.Background(), instance, bound.Options{Path: path})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Tour, "takes", result.Length, "minutes, and no path less than", lower.Length)
	// Output: [0 1 2 3 4 5] takes 52 minutes, and no path less than 52
}

// A run that is interrupted and continued ends with the tour of a run without interruption.
func ExampleSolve_resume() {
	folder, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "run.checkpoint")
	instance, err := generate.Instance("uniform", 40, 1)
	if err != nil {
		log.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	options := aco.Options{Iterations: 30, Checkpoint: file, Progress: func(p aco.Progress) {
		if p.Iteration >= 10 {
			cancel()
		}
	}}
	part, err := aco.Solve(ctx, instance, options)
	if err != nil {
		log.Fatal(err)
	}
	whole, err := aco.Solve(context.Background(), instance,
		aco.Options{Method: aco.Resume{File: file}, Checkpoint: file})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(part.Stop, "then", whole.Stop, "after", whole.Iterations)
	// Output: interrupted then iterations after 30
}

// Another method, with some of its options.
func ExampleMMAS() {
	instance, err := generate.Instance("uniform", 40, 1)
	if err != nil {
		log.Fatal(err)
	}
	method := aco.MMAS{
		Ants:        25,
		Pheromone:   aco.Pheromone{Rho: new(0.1)},
		LocalSearch: aco.LocalSearch{Kind: aco.Search3Opt},
	}
	result, err := aco.Solve(context.Background(), instance, aco.Options{Method: method, Iterations: 20})
	if err != nil {
		log.Fatal(err)
	}
	own := result.Method.(*aco.ClassicResult)
	fmt.Println(result.Algorithm, "with", own.Parameters.Candidates, "candidates and rho", own.Parameters.Rho)
	// Output: mmas with 20 candidates and rho 0.1
}

// A run that a time limit ended is repeated step by step.
func ExampleReplay() {
	instance, err := generate.Instance("uniform", 40, 1)
	if err != nil {
		log.Fatal(err)
	}
	result, err := aco.Solve(context.Background(), instance,
		aco.Options{Method: aco.Merged{}, TimeLimit: 200 * time.Millisecond})
	if err != nil {
		log.Fatal(err)
	}
	again, err := aco.Solve(context.Background(), instance, aco.Options{Method: result.Replay()})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(slices.Equal(result.Tour, again.Tour))
	// Output: true
}

// An error says which option cannot be used. A program with other names, such as flags, gives them
// to Explain.
func ExampleOptionError() {
	instance, err := generate.Instance("uniform", 40, 1)
	if err != nil {
		log.Fatal(err)
	}
	never := 0
	exchange := aco.Exchange{Every: &never, Topology: aco.TopologyRing}
	_, err = aco.Solve(context.Background(), instance, aco.Options{Method: aco.MMAS{Exchange: exchange}})
	var refused *aco.OptionError
	if errors.As(err, &refused) {
		fmt.Println(refused.Option, "with", refused.With)
	}
	// Output: Exchange.Topology with Exchange.Every
}

// Solve on chosen devices: here on the processor, with the colonies spread over two threads.
func ExampleOpenDevice() {
	instance, err := generate.Instance("uniform", 40, 1)
	if err != nil {
		log.Fatal(err)
	}
	var devices []*aco.Device
	for range 2 {
		device, err := aco.OpenDevice(aco.DeviceCPU, aco.DeviceOptions{})
		if err != nil {
			log.Fatal(err)
		}
		defer device.Close()
		devices = append(devices, device)
	}
	result, err := aco.Solve(context.Background(), instance, aco.Options{Iterations: 10, Devices: devices})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(result.Devices), "devices,", len(result.Colonies), "colonies")
	// Output: 2 devices, 16 colonies
}
