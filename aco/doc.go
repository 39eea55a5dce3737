// Package aco finds short tours for the travelling salesman problem with ant colonies on any
// Vulkan GPU.
//
// Most programs need two calls, one to read an instance and one to solve it:
//
//	package main
//
//	import (
//		"context"
//		"fmt"
//		"log"
//		"time"
//
//		"github.com/aco-vk/aco-vk/aco"
//		"github.com/aco-vk/aco-vk/tsp/format"
//	)
//
//	func main() {
//		input, err := format.ReadFile(context.Background(), "places.csv", format.Options{})
//		if err != nil {
//			log.Fatal(err)
//		}
//		result, err := aco.Solve(context.Background(), input.Instance, aco.Options{TimeLimit: 2 * time.Second})
//		if err != nil {
//			log.Fatal(err)
//		}
//		fmt.Println(result.UnitLength, result.Unit.Name, result.Tour)
//	}
//
// Package tsp makes instances from coordinates and matrices; its package format reads them from
// files.
//
// [Options] configure a run. Their zero value does the same as the command aco-vk solve without
// flags. The same instance, parameters, seed and number of iterations give the same tour, bit for
// bit, on every device and on the processor. A run that a time limit ends depends on the speed of
// the device; [Result.Replay] repeats it.
//
// [Options.Progress] is called during a run, and [Progress.Tour] is the best tour so far.
// Cancelling the context ends a run with the best tour. [Options.Checkpoint] saves the state of a
// run in a file, and the method [Resume] continues it, on any device.
//
// A program that solves many instances keeps a [Solver]: opening a device takes longer than a short
// run. Any number of goroutines may call its method Solve, and each waits for a free device.
// [Devices] lists the GPUs of the system and [OpenDevice] opens one, for programs that choose a
// device or use several.
//
// # Methods
//
// [Options.Method] is how a run searches, with the options that not all methods have. Nil is
// [Automatic], which chooses by the instance. [Merged], the default solver, lets thousands of ants
// change parts of one tour at once, by perturbation, local search and simulated annealing, and
// merges the compatible changes; it finds the shortest tours. [Chained] is for the processor alone.
// [MMAS], [ACS] and [AntSystem] are the
// published ant colony algorithms. [Preset] runs the system of a paper unchanged; [Presets] lists
// these systems:
//
//	method := aco.MMAS{LocalSearch: aco.LocalSearch{Kind: aco.Search3Opt}}
//	result, err := aco.Solve(ctx, instance, aco.Options{Method: method, Iterations: 1000})
//
// [Replay] repeats an earlier run, and [Resume] continues one. [Result.Method] has what only some
// methods have, such as their parameters.
//
// # Stability
//
// This package, package tsp, and the packages tsplib, generate, bestknown, format, verify, bound
// and draw beside it are what programs should import: they expose no type of another package.
// Until version 1 options may be added, and names may change with a note in the release. The
// other packages are parts of the program: their interfaces change without notice. Packages under
// internal cannot be imported.
package aco
