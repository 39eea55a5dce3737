package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/study/experiment"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// findExecutable finds the program of --program, and what tells it apart from others.
func (s *study) findExecutable() (err error) {
	if s.Program == "" {
		s.program, err = program()
		return err
	}
	if s.executable, err = exec.LookPath(s.Program); err != nil {
		return usagef("--program: %w", err)
	}
	for _, limit := range s.plan.Limits {
		if limit.Tours > 0 {
			return usagef("%s: a limit of tours needs runs without --program: give iterations or seconds", s.Plan)
		}
	}
	s.program, err = hashOf(s.executable)
	return err
}

// runInProcess makes a run as a command of its own. Its time is what a user waits for: the process
// reads the instance and opens the device.
func (s *study) runInProcess(ctx context.Context, run experiment.Run, device string) (row experiment.Row, err error) {
	row = run.Row(s.plan.Name)
	options := aco.Options{
		Iterations: run.Limit.Iterations, TimeLimit: inSeconds(run.Limit.Seconds), DeviceTime: inSeconds(run.Limit.DeviceSeconds),
	}
	words := commandOfRun(s.lines[run.Configuration], run, options, device)
	if s.Emulate != "" {
		words = append(words, "--emulate", s.Emulate)
	}
	row.Program, row.Command = s.program, quoted(words)
	folder, err := os.MkdirTemp("", "aco-vk-experiment-")
	if err != nil {
		return row, err
	}
	defer os.RemoveAll(folder)
	report, tour := filepath.Join(folder, "out.json"), filepath.Join(folder, "out.tour")
	process := exec.CommandContext(ctx, s.executable, append(words[1:], "--json", report, "--tour", tour, "--quiet")...)
	var messages bytes.Buffer
	process.Stderr = &messages
	started := time.Now()
	err = process.Run()
	row.Seconds = time.Since(started).Seconds()
	if ctx.Err() != nil {
		return row, ctx.Err()
	}
	if err != nil {
		err = fmt.Errorf("%w: %s", err, strings.TrimSpace(messages.String()))
	} else {
		err = s.readResult(ctx, &row, run, report, tour)
	}
	if err != nil {
		row.Error = err.Error()
	}
	return row, nil
}

// readResult fills a row from the report of a command, and verifies the tour that it wrote.
func (s *study) readResult(ctx context.Context, row *experiment.Row, run experiment.Run, report, tour string) error {
	rows, err := experiment.ReadFile(report)
	if err != nil {
		return err
	}
	if len(rows) != 1 {
		return fmt.Errorf("the report has %d runs", len(rows))
	}
	input, err := s.readInput(ctx, run.Instance.File)
	if err != nil {
		return err
	}
	visited, err := tsplib.ReadTourFile(tour)
	if err != nil {
		return err
	}
	length, err := verify.Tour(input.Instance, visited)
	if err != nil {
		return err
	}
	result := rows[0]
	if result.Length != length {
		return fmt.Errorf("reported length %d, verified length %d", result.Length, length)
	}
	planned := *row
	*row = result
	row.Plan, row.Run, row.ID, row.Configuration, row.Preset = planned.Plan, planned.Run, planned.ID, planned.Configuration, planned.Preset
	row.Parameters, row.Instance, row.InstanceSHA256 = planned.Parameters, planned.Instance, planned.InstanceSHA256
	row.Limit, row.Seconds, row.Program, row.Command = planned.Limit, planned.Seconds, planned.Program, planned.Command
	return nil
}
