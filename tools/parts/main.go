// Command parts makes the parts of a target of the Makefile, one after the other:
//
//	parts TARGET PART...
//
// Before each part it prints where it is and how long the part took the last time, and at the end
// what each part took. Parts that took a fifth more processor time than the last time are named.
// The times are kept for the user, so that a new clone knows them: parts.json in a folder aco-vk-tests
// of the user's cache.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"time"
)

// grown is the factor of processor time from which on a part is named. Less is noise: processor
// time of one part differs by up to a tenth between runs.
const grown = 1.2

// leastGrowth is the least growth that is named: a part of seconds varies by seconds.
const leastGrowth = 5 * time.Second

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: parts TARGET PART...")
		os.Exit(2)
	}
	file, err := timesFile()
	if err == nil {
		err = run(os.Stdout, file, os.Args[1], os.Args[2:])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "parts:", err)
		os.Exit(1)
	}
}

// timesFile returns the file of what each part took when it last passed.
func timesFile() (string, error) {
	folder, err := os.UserCacheDir()
	return filepath.Join(folder, "aco-vk-tests", "parts.json"), err
}

// taken is what a part took.
type taken struct {
	Wall      time.Duration `json:"wall_ns"`
	Processor time.Duration `json:"processor_ns"` // of all processes
}

// run makes the parts until one fails.
func run(out io.Writer, file, target string, parts []string) error {
	signal.Notify(make(chan os.Signal, 1), os.Interrupt) // make ends, and the part is named
	last := readTimes(file)
	now := maps.Clone(last)
	fmt.Fprintf(out, "== %s: %d parts, %s\n", target, len(parts), forecast(last, parts))
	for i, part := range parts {
		fmt.Fprintf(out, "== %s: part %d of %d, %s: %s\n", target, i+1, len(parts), part, forecast(last, parts[i:i+1]))
		one, err := makePart(part)
		if err != nil {
			return fmt.Errorf("part %s of %s: %w; repeat it with: make %s", part, target, err, part)
		}
		now[part] = one
		if err := writeTimes(file, now); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "== %s: all %d parts passed\n", target, len(parts))
	fmt.Fprintf(out, "%-20s %12s %16s\n", "part", "wall clock", "processor time")
	var total taken
	for _, part := range parts {
		total.Wall += now[part].Wall
		total.Processor += now[part].Processor
		fmt.Fprintf(out, "%s%s\n", row(part, now[part]), growth(last[part], now[part]))
	}
	fmt.Fprintln(out, row(target, total))
	return nil
}

// row is a line of the table of times.
func row(part string, t taken) string {
	return fmt.Sprintf("%-20s %10.0f s %14.0f s", part, t.Wall.Seconds(), t.Processor.Seconds())
}

// growth says by how much the processor time has grown, if it has grown much.
func growth(last, now taken) string {
	if last.Processor == 0 || now.Processor < time.Duration(grown*float64(last.Processor)) ||
		now.Processor-last.Processor < leastGrowth {
		return ""
	}
	return fmt.Sprintf("  GREW: %.0f s of processor time the last time", last.Processor.Seconds())
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
	return taken{time.Since(started), state.UserTime() + state.SystemTime()}, nil
}

// forecast says how long parts will take.
func forecast(last map[string]taken, parts []string) string {
	var sum time.Duration
	for _, part := range parts {
		one, known := last[part]
		if !known {
			return "for the first time: it may have to download, to compile and to install"
		}
		sum += one.Wall
	}
	return fmt.Sprintf("%.0f s the last time", sum.Seconds())
}

// readTimes returns the times of the last run. Without a file that can be read there are none.
func readTimes(file string) map[string]taken {
	times := map[string]taken{}
	text, err := os.ReadFile(file)
	if err != nil || json.Unmarshal(text, &times) != nil {
		return map[string]taken{}
	}
	return times
}

func writeTimes(file string, times map[string]taken) error {
	text, err := json.MarshalIndent(times, "", "\t")
	return errors.Join(err, os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, append(text, '\n'), 0o666))
}
