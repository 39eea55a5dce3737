// Command limits prints how near the wall-clock time of whole commands is to their time limit, by
// size, limit and the state of the driver's caches:
//
//	go run ./tools/limits --program bin/aco-vk --sizes 50,1000,100000 --limits 1,2,10
//
// Everything after -- goes to the program, such as a device or an output. With a device in place of a
// program it measures runs of the library, as a server makes them, with their gaps and their processor
// time:
//
//	go run ./tools/limits --library cpu --sizes 50,100,200,500,1000 --limits 0.01,0.03,0.1,0.3,1
//
// It exits with 1 if a run fails.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	program := flag.String("program", "bin/aco-vk", "the program to measure")
	sizes := flag.String("sizes", "50,200,1000,3000,10000,12000,30000,100000,300000,1000000,3000000,10000000",
		"numbers of uniform cities")
	limits := flag.String("limits", "1,2,10", "time limits in seconds")
	runs := flag.Int("runs", 5, "runs of each cell; the table has the one in the middle, and the extremes")
	cold := flag.Bool("cold", false, "begin each run with empty caches")
	device := flag.String("library", "", "the device of an open solver of the library to measure in place of a program, such as cpu")
	reference := flag.Duration("reference", 5*time.Second, "with --library: the time of the tour that gaps are relative to")
	flag.Parse()
	if *device != "" {
		l := library{*device, *reference, *runs}
		if err := l.print(os.Stdout, strings.Split(*sizes, ","), strings.Split(*limits, ",")); err != nil {
			fmt.Fprintln(os.Stderr, "limits:", err)
			os.Exit(1)
		}
		return
	}
	m := measurement{program: *program, runs: *runs, cold: *cold, arguments: flag.Args()}
	if err := m.print(os.Stdout, strings.Split(*sizes, ","), strings.Split(*limits, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "limits:", err)
		os.Exit(1)
	}
}

// measurement is what the runs of a table have in common.
type measurement struct {
	program   string
	runs      int
	cold      bool
	arguments []string
	elapsed   func(limit time.Duration, arguments []string) (time.Duration, error) // nil: of a process
}

// print prints the table. Its figures are the differences from the limit in percent.
func (m *measurement) print(w io.Writer, sizes, limits []string) error {
	if m.elapsed == nil {
		m.elapsed = m.process
	}
	fmt.Fprintf(w, "| cities |%s\n", columns(limits, " %s s |"))
	fmt.Fprintf(w, "|---|%s\n", columns(limits, "---|"))
	for _, size := range sizes {
		fmt.Fprintf(w, "| %s |", size)
		for _, text := range limits {
			seconds, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return err
			}
			cell, err := m.cell(size, time.Duration(seconds*float64(time.Second)))
			if err != nil {
				return err
			}
			fmt.Fprintf(w, " %s |", cell)
		}
		fmt.Fprintln(w)
	}
	return nil
}

func columns(limits []string, format string) (text string) {
	for _, limit := range limits {
		text += strings.Replace(format, "%s", limit, 1)
	}
	return text
}

// cell returns the middle, the least and the largest difference of the runs of a size.
func (m *measurement) cell(size string, limit time.Duration) (string, error) {
	var percent []float64
	for range m.runs {
		took, err := m.elapsed(limit, append([]string{
			"solve", "gen:uniform:" + size + ":1", "--quiet", "--time-limit", limit.String(),
		}, m.arguments...))
		if err != nil {
			return "", fmt.Errorf("%s cities: %w", size, err)
		}
		percent = append(percent, 100*(took.Seconds()/limit.Seconds()-1))
	}
	slices.Sort(percent)
	return fmt.Sprintf("%+.1f%% (%+.1f to %+.1f)", percent[len(percent)/2], percent[0], percent[len(percent)-1]), nil
}

// process returns the time of the program from its start to its end.
func (m *measurement) process(_ time.Duration, arguments []string) (took time.Duration, err error) {
	command := exec.Command(m.program, arguments...)
	if m.cold {
		caches, err := os.MkdirTemp("", "limits-*")
		if err != nil {
			return 0, err
		}
		defer os.RemoveAll(caches)
		command.Env = append(os.Environ(), "XDG_CACHE_HOME="+caches,
			"MESA_SHADER_CACHE_DIR="+filepath.Join(caches, "mesa"), "__GL_SHADER_DISK_CACHE_PATH="+caches)
	}
	began := time.Now()
	output, err := command.CombinedOutput()
	took = time.Since(began)
	if err != nil {
		return took, fmt.Errorf("%s: %w\n%s", strings.Join(command.Args, " "), err, output)
	}
	return took, nil
}
