package conform

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/conform/export"
	"github.com/aco-vk/aco-vk/conform/lockstep"
	"github.com/aco-vk/aco-vk/internal/perturb"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk"
)

// exportStages exports the case of a test, reduced if it is bad. Where the device fails, the stage
// that it failed in is exported without running it again. It returns the folders.
func (b *reportBuilder) exportStages(ctx context.Context, o Options, w *worker) ([]string, error) {
	c, to, ran := o.Cases[0], exportTo{Folder: o.Export, Version: o.Version}, true
	for _, p := range b.report.Problems {
		if reduced, err := ParseCase(p.Case); p.Case != "" && err == nil {
			c = reduced
		}
		if p.Verdict != Differs {
			to.Stage, to.Iteration, ran = p.Stage, p.Iteration, false
		}
	}
	var err error
	if to.Folder, err = filepath.Abs(o.Export); err != nil {
		return nil, fmt.Errorf("export case: %w", err)
	}
	if !ran {
		return describedComparer(w.info(), o.Perturbed).export(ctx, c, to)
	}
	return w.export(ctx, c, to)
}

// SubgroupSizes are the sizes of the subgroups of Vulkan devices that shaders support; 0 stands for
// devices without subgroup operations.
var SubgroupSizes = []uint32{0, 4, 8, 16, 32, 64, 128}

// Export writes every stage of the last iteration of the only case for devices with subgroups of
// these sizes, which need not exist: nothing runs. They have limits that most devices reach, lowered
// to other limits if these are not nil. Each size has a folder in Options.Export, without the stages
// that an earlier one has. Export returns the folders of the stages. A size that cannot have the case
// is in the error, and the others are written.
func Export(ctx context.Context, o Options, limits *vk.Limits, sizes ...uint32) (folders []string, failed error) {
	var written []export.Stage
	for _, size := range sizes {
		k := describedComparer(describe(size, limits), o.Perturbed)
		stages, err := k.capture(ctx, o.Cases[0], exportTo{Version: o.Version})
		stages = slices.DeleteFunc(stages, func(s export.Stage) bool { return slices.ContainsFunc(written, s.Repeats) })
		some, writing := writeStages(stages, filepath.Join(o.Export, fmt.Sprintf("subgroups-%d", size)))
		written = append(written, stages[:len(some)]...)
		folders = append(folders, some...)
		if err := errors.Join(err, writing); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", k.device.Info().Name, err))
		}
	}
	return folders, failed
}

// describe returns a device with subgroups of a size.
func describe(size uint32, limits *vk.Limits) vk.Info {
	const groups = 65_535
	info := vk.Info{
		MaxWorkgroupInvocations: 1024, MaxWorkgroupSize: [3]uint32{1024, 1024, 64},
		MaxWorkgroupCount: [3]uint32{groups, groups, groups}, SharedMemoryBytes: 32 << 10,
		StorageRangeBytes: 1 << 27, StorageBuffers: 16, PushConstantBytes: 128, MaxAllocationBytes: 1 << 30,
		Heaps:               []vk.Heap{{Bytes: 4 << 30, DeviceLocal: true}},
		SubgroupSizeControl: true, FullSubgroups: true,
	}
	if limits != nil {
		info = limits.Apply(info)
	}
	info.Name = fmt.Sprintf("devices with subgroups of %d", size)
	info.SubgroupSize, info.SubgroupSizeMin, info.SubgroupSizeMax = size, size, size
	info.SubgroupOperations = vk.SubgroupClasses
	if size == 0 {
		info.Name, info.SubgroupOperations = "devices without subgroup operations", nil
	}
	return info
}

// describedComparer returns a comparer that exports cases for a device that is only described.
func describedComparer(info vk.Info, perturbed bool) *comparer {
	k := &comparer{device: vk.Describe(info)}
	if perturbed {
		k.rewrite = perturb.Reverse
	}
	return k
}

// exportTo says where stages are exported, by which version of the program, and which ones.
type exportTo struct {
	Folder, Version string
	Stage           string // the only one; "": all
	Iteration       int    // the last one, counted from 1; 0: the last one of the case
}

// export exports the first stage of a case that differs, or the stages of the last iteration if
// none does. Each has a folder of its own.
func (k *comparer) export(ctx context.Context, c Case, to exportTo) (folders []string, err error) {
	stages, err := k.capture(ctx, c, to)
	if err != nil {
		return nil, err
	}
	return writeStages(stages, to.Folder)
}

// writeStages writes each stage into a folder of its own.
func writeStages(stages []export.Stage, folder string) (folders []string, err error) {
	for _, s := range stages {
		at := filepath.Join(folder, s.Name)
		if err := s.Write(at); err != nil {
			return folders, err
		}
		folders = append(folders, at)
	}
	return folders, nil
}

// capture returns the first stage that differs, or the stages of the last iteration.
func (k *comparer) capture(ctx context.Context, c Case, to exportTo) (stages []export.Stage, err error) {
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
	for iteration := 1; iteration <= cmp.Or(to.Iteration, c.Iterations) && !p.Stopped(); iteration++ {
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
			s.Case, s.Name, s.Iteration, s.Version = c.String(), name, iteration, to.Version
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
	if slices.Contains(p.Stages(), to.Stage) {
		stages = slices.DeleteFunc(stages, func(s export.Stage) bool { return s.Name != to.Stage })
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
	s := export.Stage{Device: info.Name, Driver: strings.TrimSpace(info.DriverName + " " + info.DriverVersion)}
	passes := p.Passes()
	names := captured.Buffers(passes)
	for _, name := range names {
		s.Buffers = append(s.Buffers, export.Buffer{
			Name: name, Before: captured.Before[name], After: captured.After[name], Expected: captured.Expected[name],
		})
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
	if k.rewrite != nil {
		spec.SPIRV = k.rewrite(spec)
	}
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
