package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/checkpoint"
	"github.com/aco-vk/aco-vk/tsp"
)

// checkpointFlags say where a run is kept and which one goes on.
type checkpointFlags struct {
	Checkpoint      string  `placeholder:"FILE" group:"checkpoint" help:"Keep all of the run in this file: at the start, every so often and at the end, also when a signal ends it. It is replaced as a whole, so that there is always one to go on with. A file that is there already is not replaced, unless it is that of --resume."`
	CheckpointEvery seconds `default:"10s" group:"checkpoint" help:"Time from one checkpoint to the next."`
	Resume          string  `placeholder:"FILE" group:"checkpoint" help:"Go on with the run of a checkpoint, on any device, to the tour that it would have had without an interruption. The instance is to be given again. Parameters and seed are the run's, and so are its rules, and its form, unless some are given; time and iterations of before count. It may be the file of --checkpoint."`
}

// rulesOfStop are the flags that end a run. One of them replaces all rules of a run that is gone on with.
var rulesOfStop = []string{"iterations", "time-limit", "target", "stall"}

// withResume are the other flags that a run which is gone on with can have: none changes a tour.
var withResume = []string{
	"tour", "json", "quiet", "dry-run", "device", "emulate", "max-submit", "checkpoint", "checkpoint-every", "resume",
	"mapping", "dispatch", "search", "deposit", "distances", "ant-data",
}

// checkResume refuses flags that would make it another run.
func (s *solveCommand) checkResume(line *kong.Context) error {
	for _, step := range line.Path {
		if step.Flag != nil && !slices.Contains(rulesOfStop, step.Flag.Name) && !slices.Contains(withResume, step.Flag.Name) {
			return usageError{fmt.Errorf("--%s with --resume: a run goes on as it began; leave one of them out", step.Flag.Name)}
		}
	}
	return nil
}

// checkCheckpoint refuses what cannot be a checkpoint's file before any work is done, and to lose what another run has kept in it.
func (s *solveCommand) checkCheckpoint(c console, line *kong.Context) error {
	every := slices.ContainsFunc(line.Path, func(step *kong.Path) bool { return step.Flag != nil && step.Flag.Name == "checkpoint-every" })
	switch {
	case s.Checkpoint == "" && every:
		return usageError{errors.New("--checkpoint-every without --checkpoint: name the file with --checkpoint")}
	case s.Checkpoint == standard:
		return usageError{errors.New("--checkpoint -: a checkpoint is replaced as a whole, which standard output cannot be; name a file")}
	}
	if _, err := newOutput(c, s.Checkpoint); err != nil {
		return err
	}
	info, err := os.Stat(s.Checkpoint)
	if err == nil && info.Mode().IsRegular() && info.Size() > 0 && !sameFile(s.Checkpoint, s.Resume) {
		return usageError{fmt.Errorf("--checkpoint: %s is there already, and would be lost: go on with its run by --resume, name another file, or remove it", s.Checkpoint)}
	}
	return nil
}

// asked is what a checkpoint has of the command line besides the options.
type asked struct {
	Preset string               `json:"preset,omitempty"`
	Form   classic.KernelConfig `json:"form"`
}

// keep puts checkpoints into the options, before a form is measured for one device: the run may go on on another one.
func (s *solveCommand) keep(o *classic.Options) error {
	if s.Checkpoint == "" {
		return nil
	}
	caller, err := json.Marshal(asked{s.Preset, o.Kernel})
	o.Checkpoint = s.checkpoint()
	o.Checkpoint.Caller = caller
	return err
}

func (s *solveCommand) checkpoint() classic.Checkpoint {
	return classic.Checkpoint{File: s.Checkpoint, Every: time.Duration(s.CheckpointEvery), Program: "aco-vk " + version()}
}

// unkept says that the last checkpoint was not written, if so, and returns the error to end with instead of another one or none.
func (s *solveCommand) unkept(c console, result *classic.Result, err error) error {
	if result.Unkept == nil {
		return err
	}
	fmt.Fprintf(c.talk, "aco-vk: %s is not of the end of the run: %v\n", s.Checkpoint, result.Unkept)
	if err == nil {
		err = errSaid
	}
	return err
}

// resume returns the options of a checkpoint's run with those that the flags give.
func (s *solveCommand) resume(line *kong.Context, file *checkpoint.File, started time.Time) (classic.Options, error) {
	o, err := classic.Resume(file)
	if err != nil {
		return classic.Options{}, err
	}
	var before asked
	if caller := o.Resume.Caller(); caller != nil {
		if err := json.Unmarshal(caller, &before); err != nil {
			return classic.Options{}, file.Damaged("%v", err)
		}
	}
	s.Preset = before.Preset
	if o.Kernel = s.form(); o.Kernel == (classic.KernelConfig{}) {
		o.Kernel = before.Form
	}
	if flagOf(line, rulesOfStop) != "" {
		o.Iterations, o.TimeLimit, o.Target, o.Stall, o.Idle = s.Iterations, time.Duration(s.TimeLimit), s.Target, s.Stall, 0
	}
	o.MaxSubmit, o.Started = time.Duration(s.MaxSubmit), started
	return o.WithDefaults(), nil
}

// resumeMerged returns a run of merged ants that a checkpoint has, with the rules that the flags give.
func (s *solveCommand) resumeMerged(line *kong.Context, file *checkpoint.File, started time.Time, instance *tsp.Instance) (*mergedRun, error) {
	if err := refuseOfMerged(line); err != nil {
		return nil, err
	}
	o, err := merged.Resume(file)
	if err != nil {
		return nil, err
	}
	if flagOf(line, rulesOfStop) != "" {
		o.Iterations, o.TimeLimit, o.Target, o.Stall, o.Idle = s.Iterations, time.Duration(s.TimeLimit), s.Target, s.Stall, 0
	}
	o.MaxSubmit, o.Started, o.Checkpoint = time.Duration(s.MaxSubmit), started, s.checkpoint()
	o.After = s.after(instance)
	return &mergedRun{s, instance, o}, nil
}
