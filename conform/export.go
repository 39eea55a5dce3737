package conform

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/conform/export"
	"github.com/aco-vk/aco-vk/conform/lockstep"
	"github.com/aco-vk/aco-vk/shaders"
)

// errDriverEnded is the error of an export during which the driver ended the process.
var errDriverEnded = errors.New("the driver ended the process: export the case on a device that computes it, " +
	"and run the exported stages on this device")

// exportStages exports the case of a test, reduced if it is bad. It returns the folders.
func (b *reportBuilder) exportStages(ctx context.Context, o Options, w *worker) ([]string, error) {
	c := o.Cases[0]
	for _, p := range b.report.Problems {
		if reduced, err := ParseCase(p.Case); p.Case != "" && err == nil {
			c = reduced
		}
	}
	folder, err := filepath.Abs(o.Export)
	if err != nil {
		return nil, fmt.Errorf("export case: %w", err)
	}
	return w.export(ctx, c, exportTo{folder, o.Version})
}

// exportTo says where stages are exported, and by which version of the program.
type exportTo struct{ Folder, Version string }

// export exports the first stage of a case that differs, or every stage of the last iteration if
// none does. Each has a folder of its own.
func (k *comparer) export(ctx context.Context, c Case, to exportTo) (folders []string, err error) {
	stages, err := k.capture(ctx, c)
	for _, s := range stages {
		s.Version = to.Version
		folder := filepath.Join(to.Folder, s.Name)
		if err := s.Write(folder); err != nil {
			return folders, err
		}
		folders = append(folders, folder)
	}
	return folders, err
}

// capture returns the first stage that differs, or every stage of the last iteration.
func (k *comparer) capture(ctx context.Context, c Case) (stages []export.Stage, err error) {
	if c.Whole {
		return nil, option.Errorf("export case: a whole run has no stages that are compared; export a case without whole=true")
	}
	p, err := c.openPair(ctx, k.device)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	if err := p.start(c); err != nil {
		return nil, err
	}
	for iteration := 1; iteration <= c.Iterations && !p.Stopped(); iteration++ {
		if err := p.prepare(iteration); err != nil {
			return nil, err
		}
		stages = nil
		for _, name := range p.Stages() {
			captured, err := captureStage(ctx, p, name)
			if err != nil {
				return nil, fmt.Errorf("export case: stage %s of iteration %d: %w", name, iteration, err)
			}
			s := k.stage(p, captured)
			s.Case, s.Name, s.Iteration = c.String(), name, iteration
			if captured.Difference == nil {
				stages = append(stages, s)
				continue
			}
			if s.Wrong() == 0 {
				return nil, fmt.Errorf("export case: stage %s of iteration %d: %s, in words without a defined order, "+
					"which an exported stage cannot expect", name, iteration, captured.Difference)
			}
			return []export.Stage{s}, nil
		}
	}
	return stages, nil
}

// captureStage runs a stage and captures what the device was given.
func captureStage(ctx context.Context, p pair, name string) (*lockstep.Capture, error) {
	p.StartCapture()
	_, err := p.RunStage(ctx, name)
	captured, stopping := p.StopCapture()
	return captured, errors.Join(err, stopping)
}

// stage returns a captured stage with its buffers, modules and dispatches.
func (k *comparer) stage(p pair, captured *lockstep.Capture) export.Stage {
	info := k.device.Info()
	s := export.Stage{Device: info.Name, Driver: info.DriverName + " " + info.DriverVersion}
	passes := p.Passes()
	names := captured.Buffers(passes)
	for _, name := range names {
		b := export.Buffer{Name: name, Before: captured.Before[name], After: captured.After[name]}
		for _, e := range captured.Expected[name] {
			b.Expected = append(b.Expected, export.Range{First: e.First, Words: e.Words})
		}
		s.Buffers = append(s.Buffers, b)
	}
	modules := map[int]int{} // by pass
	for _, d := range captured.Dispatches {
		if _, known := modules[d.Pass]; !known {
			modules[d.Pass] = len(s.Modules)
			s.Modules = append(s.Modules, k.module(passes[d.Pass].Shader, captured, d.Pass, names))
		}
		next := export.Dispatch{Module: modules[d.Pass], Push: d.Push, Groups: d.Groups}
		for _, name := range d.Barriers {
			next.Barriers = append(next.Barriers, slices.Index(names, name))
		}
		s.Dispatches = append(s.Dispatches, next)
	}
	return s
}

// module returns the pipeline of a pass.
func (k *comparer) module(shader *shaders.Shader, captured *lockstep.Capture, pass int, buffers []string) export.Module {
	spec := captured.Pipelines[pass]
	m := export.Module{
		Name: shader.Name, SPIRV: spec.SPIRV, RequireSize: spec.SubgroupSize > 0, FullSubgroups: spec.FullSubgroups,
		PushBytes: spec.PushBytes,
	}
	if shader.Subgroups {
		m.SubgroupSize = cmp.Or(spec.SubgroupSize, k.device.Info().SubgroupSize)
	}
	for i, c := range spec.Constants {
		m.Constants = append(m.Constants, export.Constant{Name: shader.Constants[i].Name, ID: c.ID, Value: c.Value})
	}
	for _, b := range shader.Bindings {
		m.Buffers = append(m.Buffers, slices.Index(buffers, b.Name))
	}
	if at := slices.IndexFunc(shaders.Modules(), func(v shaders.Variant) bool { return v.Name == shader.Name }); at >= 0 {
		variant := shaders.Modules()[at]
		m.Source = export.Source{File: variant.File, Macros: variant.Macros}
	}
	return m
}
