// Command parts makes the parts of a target of the Makefile, one after the other:
//
//	parts TARGET PART...
//
// Before each part it prints where it is and how long the part took the last time, and at the end
// what each part took. The times of the last run are in build/times.json.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"time"
)

// timesFile has the seconds that each part took when it last passed.
const timesFile = "build/times.json"

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: parts TARGET PART...")
		os.Exit(2)
	}
	if err := run(os.Stdout, os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "parts:", err)
		os.Exit(1)
	}
}

// taken is what a part took.
type taken struct {
	part            string
	wall, processor time.Duration
}

// run makes the parts until one fails.
func run(out io.Writer, target string, parts []string) error {
	signal.Notify(make(chan os.Signal, 1), os.Interrupt) // make ends, and the part is named
	last := readTimes()
	fmt.Fprintf(out, "== %s: %d parts, %s\n", target, len(parts), forecast(last, parts))
	var all []taken
	for i, part := range parts {
		fmt.Fprintf(out, "== %s: part %d of %d, %s: %s\n", target, i+1, len(parts), part, forecast(last, parts[i:i+1]))
		one, err := makePart(part)
		if err != nil {
			return fmt.Errorf("part %s of %s: %w", part, target, err)
		}
		all = append(all, one)
		last[part] = one.wall.Seconds()
		if err := writeTimes(last); err != nil {
			return err
		}
	}
	total := taken{part: target}
	for _, one := range all {
		total.wall += one.wall
		total.processor += one.processor
	}
	fmt.Fprintf(out, "== %s: all %d parts passed\n", target, len(parts))
	fmt.Fprintf(out, "%-20s %12s %16s\n", "part", "wall clock", "processor time")
	for _, one := range append(all, total) {
		fmt.Fprintf(out, "%-20s %10.0f s %14.0f s\n", one.part, one.wall.Seconds(), one.processor.Seconds())
	}
	return nil
}

// makePart makes a part. Its processor time includes that of all processes that it waits for.
func makePart(part string) (taken, error) {
	program := os.Getenv("MAKE")
	if program == "" {
		program = "make"
	}
	command := exec.Command(program, "--no-print-directory", part)
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	started := time.Now()
	err := command.Run()
	if err != nil {
		return taken{}, err
	}
	state := command.ProcessState
	return taken{part, time.Since(started), state.UserTime() + state.SystemTime()}, nil
}

// forecast says how long parts will take.
func forecast(last map[string]float64, parts []string) string {
	sum := 0.0
	for _, part := range parts {
		seconds, known := last[part]
		if !known {
			return "for the first time in this folder: it may have to download, to compile and to install"
		}
		sum += seconds
	}
	return fmt.Sprintf("%.0f s the last time", sum)
}

// readTimes returns the times of the last run. Without a file that can be read there are none.
func readTimes() map[string]float64 {
	times := map[string]float64{}
	text, err := os.ReadFile(timesFile)
	if err != nil || json.Unmarshal(text, &times) != nil {
		return map[string]float64{}
	}
	return times
}

func writeTimes(times map[string]float64) error {
	text, err := json.MarshalIndent(times, "", "\t")
	return errors.Join(err, os.MkdirAll(filepath.Dir(timesFile), 0o777), os.WriteFile(timesFile, append(text, '\n'), 0o666))
}
