package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/archive"
	"github.com/aco-vk/aco-vk/internal/cachefile"
	"github.com/aco-vk/aco-vk/internal/host"
	"github.com/aco-vk/aco-vk/study/experiment"
)

// archive writes the archive of an experiment.
func (s *study) archive(to output, runs []experiment.Run) error {
	a := &archive.Study{
		Info:  archive.StudyInfo{Version: version(), Commit: commit(), Host: host.This(), Go: runtime.Version()},
		Files: map[string][]byte{},
	}
	var err error
	if a.Plan, err = cachefile.Read(s.Plan, maxPlanBytes); err != nil {
		return err
	}
	if a.Rows, err = cachefile.Read(s.Output, experiment.MaxBytes); err != nil {
		return err
	}
	var last *experiment.Instance
	for _, run := range runs {
		if run.Instance == last {
			continue
		}
		last = run.Instance
		if strings.HasPrefix(last.File, experiment.GeneratorPrefix) {
			a.Info.Instances = append(a.Info.Instances, last.File)
			continue
		}
		base := filepath.Base(last.File)
		if !archive.IsName(base) {
			return usagef("--archive: a file with the name %q cannot be in an archive; rename it", base)
		}
		data, err := cachefile.Read(last.File, maxArchivedFile)
		if err != nil {
			return fmt.Errorf("%s is not written: %w", to.name, err)
		}
		a.Add(base, data)
	}
	return to.write(func(w io.Writer) error { return archive.WriteStudy(w, a) })
}

// repeatStudy makes runs of an experiment again and compares their tours.
func (r *reproduceCommand) repeatStudy(c console, a *archive.Study) error {
	ctx, stop := untilInterrupted()
	defer stop()
	folder, err := os.MkdirTemp("", "aco-vk-reproduce-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	s := &study{experimentCommand: &experimentCommand{Plan: "plan.toml", Device: r.Device}, c: c}
	rows, runs, err := s.unpack(ctx, a, folder)
	if err != nil {
		return fmt.Errorf("%s: %w", r.Archive, err)
	}
	if err := s.check(ctx); err != nil {
		return err
	}
	var list []experiment.Run
	clocked := 0
	for _, run := range runs {
		row, found := rows[run.ID]
		if !found || row.Failed() {
			continue
		}
		isClocked := run.Limit.Seconds > 0 || run.Limit.DeviceSeconds > 0
		switch {
		case row.Tours > 0 && row.Iterations > 0: // also of a run that a clock would end on this device
			run.Limit = experiment.Limit{Iterations: row.Iterations}
		case isClocked && row.Method != string(aco.AlgorithmExhaustive): // only its report repeats it
			clocked++
			continue
		}
		list = append(list, run)
	}
	fmt.Fprintf(c.out, "archive     %d rows of %d runs, by %s\n", len(rows), len(runs), onOneLine(versionWith(a.Info.Version, a.Info.Commit)))
	if clocked > 0 {
		fmt.Fprintf(c.out, "left out    %d runs with a limit of time: only reports repeat runs of merged and chained\n", clocked)
	}
	if r.Sample > 0 && r.Sample < len(list) {
		list = sample(list, r.Sample)
	}
	same := 0
	err = s.run(ctx, &experiment.State{Runs: list, Left: list}, func(row experiment.Row) error {
		if first := rows[row.ID]; row.Failed() || row.TourSHA256 != first.TourSHA256 || row.Length != first.Length {
			fmt.Fprintf(c.out, "differs     %s on %s, seed %d: %s, length %d; in the archive %s, length %d %s\n", onOneLine(row.Configuration),
				onOneLine(row.Instance), row.Seed, row.Method, row.Length, onOneLine(first.Method), first.Length, onOneLine(row.Error))
			return nil
		}
		same++
		return nil
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "reproduced  %d of %d runs\n", same, len(list))
	if same < len(list) || same == 0 {
		return fmt.Errorf("%w: %d of %d runs of %s", errNotReproduced, len(list)-same, len(list), r.Archive)
	}
	return nil
}

// sample returns a number of runs that are spread over the list.
func sample(list []experiment.Run, number int) []experiment.Run {
	some := make([]experiment.Run, number)
	for i := range some {
		some[i] = list[(2*i+1)*len(list)/(2*number)]
	}
	return some
}

// unpack writes the instances of an archive to a folder, and returns its rows by run and the runs of
// its plan. An error of usage says what is wrong with the archive.
func (s *study) unpack(ctx context.Context, a *archive.Study, folder string) (map[string]experiment.Row, []experiment.Run, error) {
	known, err := planVocabulary()
	if err != nil {
		return nil, nil, err
	}
	if s.plan, err = experiment.ParsePlan(a.Plan, s.Plan, known); err != nil {
		return nil, nil, asUsage(err)
	}
	rows := map[string]experiment.Row{}
	list, err := experiment.ReadRows(bytes.NewReader(a.Rows), "rows.jsonl")
	if err != nil {
		return nil, nil, asUsage(err)
	}
	for _, row := range slices.Backward(list) { // a row of this build is before rows of others
		rows[row.ID] = row
	}
	var names []string
	for _, name := range a.Info.Instances {
		if !strings.HasPrefix(name, experiment.GeneratorPrefix) {
			data, found := a.Files[name]
			if !found {
				return nil, nil, usagef("it has no file %s", onOneLine(name))
			}
			name = filepath.Join(folder, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
				return nil, nil, err
			}
			if err := os.WriteFile(name, data, 0o600); err != nil {
				return nil, nil, err
			}
		}
		names = append(names, name)
	}
	runs, err := s.runsOn(ctx, names)
	return rows, runs, err
}
