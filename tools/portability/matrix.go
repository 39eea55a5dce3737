package main

import (
	"context"
	"runtime"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/internal/variants"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// compileAll compiles the device's pipelines, except for unchanged modules of the table: a process
// per module, and as many in parallel as there are processors. The results are sorted by module
// and pipeline. The device has all modules.
func (d driver) compileAll(table Device) (device Device, all []compiled, err error) {
	info, err := d.info()
	if err != nil {
		return Device{}, nil, err
	}
	work, err := d.modules(pipeline.LimitsOf(info))
	if err != nil {
		return Device{}, nil, err
	}
	hashes, err := hashesOf(work, info)
	if err != nil {
		return Device{}, nil, err
	}
	unchanged := table.unchanged(info.DriverVersion, hashes)
	work = slices.DeleteFunc(work, func(passes []pipeline.Pass) bool {
		return slices.ContainsFunc(unchanged, func(m Module) bool { return m.Module == passes[0].Shader.Name })
	})
	byModule := make([][]compiled, len(work))
	err = parallel.Each(context.Background(), runtime.NumCPU(), len(work), func(_, i int) {
		byModule[i] = d.compile(work[i], info)
	})
	all = slices.Concat(byModule...)
	slices.SortFunc(all, func(a, b compiled) int { return strings.Compare(a.Pipeline, b.Pipeline) })
	compiled := modules(all)
	for i := range compiled {
		compiled[i].Hash = hashes[compiled[i].Module]
	}
	known := append(unchanged, compiled...)
	slices.SortFunc(known, func(a, b Module) int { return strings.Compare(a.Module, b.Module) })
	return Device{Device: d.device, Name: info.Name, Driver: info.DriverVersion, Modules: known}, all, err
}

// info opens the device and returns its description.
func (d driver) info() (*vk.Info, error) {
	p, err := d.start()
	if err != nil {
		return nil, err
	}
	return &p.info, p.end()
}

// modules returns the passes to compile, grouped by module.
func (d driver) modules(limits pipeline.Limits) (modules [][]pipeline.Pass, err error) {
	all, err := variants.All(limits)
	if err == nil && d.oldest {
		var without []pipeline.Pass
		without, err = variants.All(limits.WithoutSubgroups())
		all = append(all, without...)
	}
	at := map[string]int{}
	for _, p := range variants.Cover(all) {
		i, known := at[p.Shader.Name]
		if !known {
			i, at[p.Shader.Name] = len(modules), len(modules)
			modules = append(modules, nil)
		}
		if !known || !d.brief {
			modules[i] = append(modules[i], p)
		}
	}
	return modules, err
}

// compile compiles pipelines one after the other in one process. If a pipeline ends the process,
// that is its failure, and the next one starts a new process.
func (d driver) compile(passes []pipeline.Pass, info *vk.Info) (all []compiled) {
	var p *process
	for _, pass := range passes {
		c := compiled{Module: pass.Shader.Name, Pipeline: variants.Name(pass)}
		spec, err := pass.Spec(info)
		spec.Statistics = true
		if err == nil && p == nil {
			p, err = d.start()
		}
		if err == nil {
			var a answer
			if a, err = p.compile(spec); err != nil {
				p = nil
			}
			c.Failure, c.Figures = a.Failure, figuresOf(a.Statistics)
		}
		if err != nil {
			c.Failure = err.Error()
		}
		all = append(all, c)
	}
	if p != nil {
		if err := p.end(); err != nil {
			all[len(all)-1].Failure = err.Error()
		}
	}
	return all
}
