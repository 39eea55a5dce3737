// Command days measures a list of stops that changes every day, and writes the reports that the
// tutorial's figure and table are made of:
//
//	go run ./tools/days --report docs/bench/days.json
//	go run ./tools/days --stopwatch docs/bench/stopwatch.json --program bin/aco-vk
//
// With --report it solves the lists of some days at several prices of a changed leg: each day starts
// from the route of the day before at the same price. Runs end by iterations, so the report is the
// same on every machine. With --stopwatch it measures the commands of two days, with the lists in
// testdata.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
)

func main() {
	var (
		report    = flag.String("report", "", "file for the lengths and changes by price")
		stopwatch = flag.String("stopwatch", "", "file for the times of the commands of two days")
		program   = flag.String("program", "bin/aco-vk", "the program whose commands are measured")
	)
	flag.Parse()
	if err := run(*report, *stopwatch, *program); err != nil {
		fmt.Fprintln(os.Stderr, "days:", err)
		os.Exit(1)
	}
}

func run(report, stopwatch, program string) error {
	if report != "" {
		measured, err := measure(context.Background(), usual)
		if err != nil {
			return err
		}
		if err := writeJSON(report, measured); err != nil {
			return err
		}
	}
	if stopwatch == "" {
		return nil
	}
	times, err := measureCommands(program, "testdata")
	if err != nil {
		return err
	}
	return writeJSON(stopwatch, times)
}

func writeJSON(name string, v any) error {
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(text, '\n'), 0o666)
}
