package anytime

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aco-vk/aco-vk/study/papers"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// trialConfig describes a run.
type trialConfig struct {
	instance *tsp.Instance
	file     string
	flags    []string
	limit    time.Duration
	seed     uint64
}

// solveReport is the part of a run's report that is used.
type solveReport struct {
	Version    string  `json:"version"`
	Device     Device  `json:"device"`
	BestLength int64   `json:"best_length"`
	Iterations int     `json:"iterations"`
	Trace      []trace `json:"trace"`
}

type trace struct {
	ElapsedS float64 `json:"elapsed_s"`
	Length   int64   `json:"length"`
}

// trial runs the program once. A failure of the run is in the result. The error is ctx.Err(), or
// says that the run does not belong to the report.
func (r *run) trial(ctx context.Context, c trialConfig) (Trial, error) {
	tourFile, jsonFile := filepath.Join(r.folder, "out.tour"), filepath.Join(r.folder, "out.json")
	t := Trial{Seed: c.seed}
	failure := r.start(ctx, c, &t, tourFile, jsonFile)
	if ctx.Err() != nil {
		return t, ctx.Err()
	}
	if failure == nil {
		failure = r.read(c.instance, &t, tourFile, jsonFile)
	}
	if usage := (*papers.UsageError)(nil); errors.As(failure, &usage) {
		return t, failure
	}
	if failure != nil {
		t.Failure = failure.Error()
	}
	return t, nil
}

// start runs the process and measures its time.
func (r *run) start(ctx context.Context, c trialConfig, t *Trial, tourFile, jsonFile string) error {
	for _, file := range []string{tourFile, jsonFile} { // of the previous run
		if err := os.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	arguments := slices.Concat([]string{
		"solve", c.file, "--time-limit", c.limit.String(), "--seed", strconv.FormatUint(c.seed, 10), "--tour",
		tourFile, "--json", jsonFile, "--quiet",
	}, c.flags)
	if !slices.Contains(c.flags, "--device") {
		arguments = append(arguments, "--device", r.Device)
	}
	process := exec.CommandContext(ctx, r.Program, arguments...)
	var messages bytes.Buffer
	process.Stderr = &messages
	started := time.Now()
	err := process.Run()
	t.WallS = time.Since(started).Seconds()
	if process.ProcessState != nil {
		t.PeakBytes = peakBytes(process.ProcessState)
	}
	if err != nil {
		return fmt.Errorf("%w: %s", err, strings.TrimSpace(messages.String()))
	}
	return nil
}

// read verifies the written tour, independently of the program that wrote it, and reads the
// report.
func (r *run) read(instance *tsp.Instance, t *Trial, tourFile, jsonFile string) error {
	tour, err := tsplib.ReadTourFile(tourFile)
	if err != nil {
		return err
	}
	length, err := verify.Tour(instance, tour)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(jsonFile)
	if err != nil {
		return err
	}
	var report solveReport
	if err := json.Unmarshal(text, &report); err != nil {
		return fmt.Errorf("read the report: %w", err)
	}
	if report.BestLength != length {
		return fmt.Errorf("reported length %d, verified length %d", report.BestLength, length)
	}
	if err := r.checkOrigin(report); err != nil {
		return err
	}
	t.Length, t.Iterations, t.Trace = length, report.Iterations, thinned(report.Trace)
	return nil
}

// minStep is the smallest factor between the times of a thinned trace.
const minStep = 1.05

// thinned returns the points of a trace that a chart with a logarithmic time axis can show, and
// the last one.
func thinned(all []trace) []TracePoint {
	var list []TracePoint
	for i, point := range all {
		if i == 0 || i == len(all)-1 || point.ElapsedS >= minStep*list[len(list)-1].Seconds {
			list = append(list, TracePoint{point.ElapsedS, point.Length})
		}
	}
	return list
}

// writeInstance returns an instance and writes its text to a new file for the runs. Instances of
// the DIMACS challenge are generated.
func (r *run) writeInstance(name string) (*tsp.Instance, string, error) {
	instance, text, err := r.text(name)
	if err != nil {
		return nil, "", err
	}
	file := filepath.Join(r.folder, strings.ReplaceAll(name, ":", "-")+".tsp")
	return instance, file, os.WriteFile(file, text, 0o666)
}

// text returns an instance and its text.
func (r *run) text(name string) (*tsp.Instance, []byte, error) {
	if kind, n, seed, err := generate.Parse(name); err == nil && r.files[name] == "" {
		instance, err := generate.Instance(kind, n, seed)
		if err != nil {
			return nil, nil, err
		}
		var text bytes.Buffer
		err = tsplib.Write(&text, instance)
		return instance, text.Bytes(), err
	}
	text, err := os.ReadFile(r.files[name])
	if err != nil {
		return nil, nil, err
	}
	instance, err := tsplib.Read(bytes.NewReader(text), r.files[name])
	return instance, text, err
}
