package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/choice"
	"github.com/aco-vk/aco-vk/internal/errtype"
	"github.com/aco-vk/aco-vk/internal/vkdevice"
	"github.com/aco-vk/aco-vk/study/experiment"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// study makes the runs of a plan. A configuration of the plan is a command line of solve, so the names
// of parameters, their values and their checks are the flags of solve.
type study struct {
	*experimentCommand
	c       console
	plan    *experiment.Plan
	program string // that makes the runs (Row.Program)
	// executable makes each run in a process of its own; "": this process makes them.
	executable string
	made       int // runs that have a new row

	lines map[*experiment.Configuration]*configurationLine

	reading sync.Mutex
	read    string        // file of the instance that was read last
	input   *format.Input // the instance
}

// configurationLine is a configuration as a command line of solve.
type configurationLine struct {
	words  []string // the flags
	solve  *solveCommand
	parsed *kong.Context
}

// planVocabulary returns what a plan can name: the flags of solve that set an option of a method.
func planVocabulary() (v experiment.Vocabulary, err error) {
	parser, err := newParserFor(new(solveLine), true, console{out: io.Discard, messages: io.Discard}, func(int) {})
	if err != nil {
		return v, err
	}
	for _, algorithm := range choice.Algorithms() {
		v.Algorithms = append(v.Algorithms, string(algorithm))
	}
	for _, preset := range aco.Presets() {
		v.Presets = append(v.Presets, preset.Name)
	}
	solve := parser.Model.Children[slices.IndexFunc(parser.Model.Children, func(n *kong.Node) bool { return n.Name == "solve" })]
	for _, flag := range solve.Flags {
		if path := flag.Tag.Get("option"); path == "" || len(choice.With(path)) == 0 {
			continue
		}
		p := experiment.Parameter{Name: flag.Name}
		of := flag.Target.Type()
		if of.Kind() == reflect.Pointer {
			of = of.Elem()
		}
		switch of.Kind() {
		case reflect.Float64:
			p.Kind = experiment.Reals
		case reflect.Bool:
			p.Kind = experiment.Switches
		case reflect.String:
			p.Kind, p.Words = experiment.Words, flag.EnumSlice()
		}
		v.Parameters = append(v.Parameters, p)
	}
	return v, nil
}

// readInstances reads all instances of the plan, and returns the runs.
func (s *study) readInstances(ctx context.Context) ([]experiment.Run, error) {
	names, err := s.plan.FindInstances(filepath.Dir(s.Plan))
	if err != nil {
		return nil, usageError{err}
	}
	return s.runsOn(ctx, names)
}

// runsOn returns the runs of the plan on instances.
func (s *study) runsOn(ctx context.Context, names []string) ([]experiment.Run, error) {
	var instances []experiment.Instance
	for _, name := range names {
		input, err := s.readInput(ctx, name)
		if err != nil {
			return nil, err
		}
		s.c.read = append(s.c.read, newNamedFile(s.c, namedFile{flag: "the plan", name: name}))
		for _, warning := range input.Warnings {
			fmt.Fprintf(s.c.messages, "%s%s: %s\n", warningPrefix, name, warning)
		}
		in := input.Instance
		instances = append(instances, experiment.Instance{File: name, Name: in.Name, SHA256: in.SHA256(), Cities: in.Dimension()})
	}
	runs, err := s.plan.Runs(instances)
	if err != nil {
		return nil, usageError{err}
	}
	return runs, nil
}

// readInput reads an instance, and keeps it for the next call.
func (s *study) readInput(ctx context.Context, name string) (*format.Input, error) {
	s.reading.Lock()
	defer s.reading.Unlock()
	if s.read == name {
		return s.input, nil
	}
	input, err := readInput(ctx, s.c, name, format.Options{})
	if err != nil {
		return nil, err
	}
	s.read, s.input = name, input
	return input, nil
}

// check refuses a configuration that solve would refuse. It does so for the instance that was read
// last; other instances may refuse more, which is then in their rows.
func (s *study) check(ctx context.Context) error {
	s.lines = map[*experiment.Configuration]*configurationLine{}
	for i := range s.plan.Configurations {
		configuration := &s.plan.Configurations[i]
		line, err := newConfigurationLine(configuration)
		if err != nil {
			return usageError{configuration.Refuse(err)}
		}
		s.lines[configuration] = line
		options, err := line.options(s.input)
		if err == nil && s.input.Instance.Dimension() <= mostChecked {
			options.Devices, err = processor()
			if err == nil {
				options.Iterations = 1
				_, err = aco.Plan(ctx, s.input.Instance, options)
			}
		}
		if errtype.Is[*aco.OptionError](err) || errtype.Is[*aco.ParameterError](err) {
			return usageError{configuration.Refuse(withFlagNames(line.parsed, err))}
		}
		if ctx.Err() != nil {
			return errInterrupted
		}
	}
	return nil
}

// mostChecked is the largest number of cities of an instance with which all parameters are checked
// before the first run.
const mostChecked = 20_000

// processor returns the processor as the only device of a run.
func processor() ([]*aco.Device, error) {
	device, err := aco.OpenDevice(aco.DeviceCPU, aco.DeviceOptions{})
	return []*aco.Device{device}, err
}

// newConfigurationLine parses the command line of a configuration.
func newConfigurationLine(c *experiment.Configuration) (*configurationLine, error) {
	l := &configurationLine{}
	if c.Algorithm != "" {
		l.words = append(l.words, "--algorithm", c.Algorithm)
	}
	if c.Preset != "" {
		l.words = append(l.words, "--preset", c.Preset)
	}
	for _, setting := range c.Settings {
		switch setting.Value {
		case true:
			l.words = append(l.words, "--"+setting.Name)
		case false:
		default:
			l.words = append(l.words, "--"+setting.Name, setting.Text())
		}
	}
	line := new(solveLine)
	parser, err := newParserFor(line, false, console{out: io.Discard, messages: io.Discard}, func(int) {})
	if err != nil {
		return nil, err
	}
	if l.parsed, err = parser.Parse(joinNegative(append([]string{"solve", "-"}, l.words...))); err != nil {
		return nil, err
	}
	l.solve = &line.Solve
	return l, refuseEmpty(l.parsed)
}

// options returns the options of a run, without its seed, its limit and its device.
func (l *configurationLine) options(input *format.Input) (aco.Options, error) {
	options, err := l.solve.options(l.parsed, input.Instance, nil, time.Time{})
	options.Path = input.Ends
	return options, err
}

// run makes the runs that are left, and adds their rows.
func (s *study) run(ctx context.Context, state *experiment.State, add func(experiment.Row) error) (err error) {
	if len(state.Left) == 0 {
		return nil
	}
	var solvers []experiment.Solver
	if s.executable != "" {
		for _, device := range s.Device {
			solvers = append(solvers, func(ctx context.Context, run experiment.Run) (experiment.Row, error) {
				return s.runInProcess(ctx, run, deviceOf(run, device))
			})
		}
		return s.execute(ctx, state, solvers, add)
	}
	devices, err := s.openAll(s.Device, openOptions{checker: s.checkInChild()})
	if err != nil {
		return err
	}
	defer devices.closeAfter(&err)
	cpu, err := processor()
	if err != nil {
		return err
	}
	solver, err := aco.NewSolver(append(slices.Clone(devices), cpu...)...)
	if err != nil {
		return usageError{err}
	}
	for i, device := range devices {
		solvers = append(solvers, func(ctx context.Context, run experiment.Run) (experiment.Row, error) {
			line := s.lines[run.Configuration]
			on, flag := device, deviceOf(run, s.Device[i])
			if flag != s.Device[i] {
				on = cpu[0]
			}
			return s.solve(ctx, solver, line, run, on, flag)
		})
	}
	return s.execute(ctx, state, solvers, add)
}

// deviceOf returns the device of a run: chained runs on the processor alone.
func deviceOf(run experiment.Run, device string) string {
	if run.Configuration.Algorithm == string(aco.AlgorithmChained) {
		return aco.DeviceCPU
	}
	return device
}

// execute makes the runs that are left with these solvers, and adds their rows.
func (s *study) execute(
	ctx context.Context, state *experiment.State, solvers []experiment.Solver, add func(experiment.Row) error,
) error {
	progress := newStudyProgress(s, state)
	defer progress.close()
	return experiment.Execute(ctx, state.Left, solvers, progress.begin, func(row experiment.Row) error {
		if err := add(row); err != nil {
			return err
		}
		progress.end(row)
		return nil
	})
}

// solve makes a run.
func (s *study) solve(
	ctx context.Context, solver *aco.Solver, line *configurationLine, run experiment.Run, device *aco.Device, flag string,
) (row experiment.Row, err error) {
	row = run.Row(s.plan.Name)
	row.Version, row.Commit, row.Program, row.Device = version(), commit(), s.program, nameOf(device)
	input, err := s.readInput(ctx, run.Instance.File)
	if err != nil {
		return row, err
	}
	if hash := input.Instance.SHA256(); hash != run.Instance.SHA256 {
		return row, fmt.Errorf("%s has changed since the experiment has begun", run.Instance.File)
	}
	options, err := line.options(input)
	options.Seed, options.Devices = &run.Seed, []*aco.Device{device}
	var result *aco.Result
	if err == nil {
		result, err = solveWithin(ctx, solver, input.Instance, &options, run.Limit)
	}
	switch {
	case ctx.Err() != nil:
		return row, ctx.Err()
	case errors.Is(err, aco.ErrNoDevice):
		return row, err
	case err != nil:
		row.Error = withFlagNames(line.parsed, err).Error()
		row.Command = quoted(commandOfRun(line, run, options, flag))
		return row, nil
	}
	fillRow(&row, input, result)
	row.Command = quoted(commandOfRun(line, run, repeating(options, result), flag))
	if s.Reports == "" {
		return row, nil
	}
	file := filepath.Join(s.Reports, run.ID+".json")
	if isClocked := result.Stop == aco.StopTimeLimit || result.Stop == aco.StopDeviceTime; isClocked && result.Replay() != nil {
		row.Command = quoted([]string{"aco-vk", "solve", run.Instance.File, "--replay", file, "--device", flag})
	}
	report := newReport(input.Instance, deviceSet{device}, result, 0)
	return row, writeIn(s.c, s.Reports, run.ID+".json", func(w io.Writer) error { return json.NewEncoder(w).Encode(report) })
}

// solveWithin solves an instance with the limit of a run.
func solveWithin(
	ctx context.Context, solver *aco.Solver, instance *tsp.Instance, options *aco.Options, limit experiment.Limit,
) (*aco.Result, error) {
	options.Iterations, options.TimeLimit = limit.Iterations, inSeconds(limit.Seconds)
	options.DeviceTime = inSeconds(limit.DeviceSeconds)
	if limit.Tours == 0 {
		options.Started = time.Now()
		return solver.Solve(ctx, instance, *options)
	}
	each, err := toursEach(options.Method, instance.Dimension())
	for err == nil {
		iterations := int(min((limit.Tours+each-1)/each, math.MaxInt32))
		if options.Iterations = iterations; limit.Iterations > 0 {
			options.Iterations = min(iterations, limit.Iterations)
		}
		var result *aco.Result
		options.Started = time.Now()
		result, err = solver.Solve(ctx, instance, *options)
		if err == nil && (toursOf(result) == each || toursOf(result) == 0) {
			return result, nil
		}
		if err == nil {
			each = toursOf(result)
		}
	}
	return nil, err
}

// nameOf returns the name that a report has for a device.
func nameOf(device *aco.Device) string {
	if vkdevice.Of(device) == nil {
		return aco.DeviceCPU
	}
	return device.Name()
}

// repeating returns the options that repeat a run. The tour of a method of the papers follows from the
// number of iterations, also if a clock has ended the run. A run without an iteration keeps its limit.
func repeating(options aco.Options, result *aco.Result) aco.Options {
	_, classic := result.Method.(*aco.ClassicResult)
	if classic && result.Iterations > 0 && (result.Stop == aco.StopTimeLimit || result.Stop == aco.StopDeviceTime) {
		options.Iterations, options.TimeLimit, options.DeviceTime = result.Iterations, 0, 0
	}
	return options
}

// inSeconds returns a time, the longest one for more seconds than it has, and the shortest one for less
// than a nanosecond: 0 would be no limit.
func inSeconds(seconds float64) time.Duration {
	if seconds >= math.MaxInt64/1e9 {
		return math.MaxInt64
	}
	if seconds > 0 {
		return max(1, time.Duration(seconds*float64(time.Second)))
	}
	return 0
}

// commandOfRun returns the command line that repeats a run.
func commandOfRun(line *configurationLine, run experiment.Run, options aco.Options, device string) []string {
	words := append([]string{"aco-vk", "solve", run.Instance.File}, line.words...)
	words = append(words, "--seed", fmt.Sprint(run.Seed))
	if options.Iterations > 0 {
		words = append(words, "--iterations", fmt.Sprint(options.Iterations))
	}
	if options.TimeLimit > 0 {
		words = append(words, "--time-limit", options.TimeLimit.String())
	}
	if options.DeviceTime > 0 {
		words = append(words, "--device-time", options.DeviceTime.String())
	}
	return append(words, "--device", device)
}

// fillRow writes a result into a row.
func fillRow(row *experiment.Row, input *format.Input, result *aco.Result) {
	row.Method, row.Length, row.BestKnown = string(result.Algorithm), result.Length, result.Reference
	row.Iterations, row.StopReason = result.Iterations, string(result.Stop)
	row.Seconds = result.Elapsed.Seconds()
	row.TourSHA256 = result.Tour.SHA256(input.Instance.Symmetric())
	for _, took := range result.Stages {
		row.DeviceSeconds += took.Seconds()
	}
	each := toursOf(result)
	row.Tours = int64(result.Iterations) * each
	for _, i := range result.Trace {
		row.AddImprovement(experiment.Improvement{
			Found:  experiment.Found{Iteration: i.Iteration, Tours: int64(i.Iteration) * each, Seconds: i.Elapsed.Seconds()},
			Length: i.Length,
		})
	}
	if result.Failure != nil {
		row.Error = result.Failure.Error()
	}
	row.SetGap()
}
