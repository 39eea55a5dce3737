package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/conform"
	"github.com/aco-vk/aco-vk/internal/perturb"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// maxCases is the number of cases that tests a module. Some modules have hundreds.
const maxCases = 40

// compareCommand runs the cases of conform that use some modules, until the first problem.
type compareCommand struct {
	Quick       bool     `help:"Only one input for each shader."`
	NoSubgroups bool     `help:"On a device without subgroup operations."`
	Perturb     bool     `help:"With the subgroups of each work-group in reversed order."`
	Modules     []string `arg:"" help:"Names of modules."`
}

func (c *compareCommand) Run() (err error) {
	var o vk.Options
	if c.NoSubgroups {
		if o.Limits, err = vk.ParseLimits([]byte(`{"name": "a device without subgroup operations"}`)); err != nil {
			return err
		}
		o.Limits.SubgroupOperations = []string{}
	}
	instance, err := vk.Open(o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, instance.Close()) }()
	var device vk.DeviceOptions
	if c.Perturb {
		device.Rewrite = perturb.Reverse
	}
	devices := instance.Devices()
	at := slices.IndexFunc(devices, func(info vk.Info) bool { return info.Unusable() == "" })
	if at < 0 {
		return errors.New("no usable Vulkan device")
	}
	info := devices[at]
	cases, err := conform.CasesOf(c.Modules, pipeline.LimitsOf(&info), c.Quick)
	if err != nil || len(cases) == 0 {
		return err
	}
	cases = spread(cases, maxCases)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	report, err := conform.Test(ctx, conform.Options{
		Open: func() (*vk.Device, error) { return instance.OpenDevice(info.Index, device) }, Cases: cases, Workers: 2,
	}, func(p conform.Progress) {
		if p.Problems > 0 {
			stop()
		}
	})
	if err != nil {
		return err
	}
	if len(report.Problems) > 0 {
		return fmt.Errorf("%s: %s", report.Problems[0].Case, report.Problems[0].Text())
	}
	return nil
}

// spread returns at most so many elements of a list, spread evenly over it.
func spread(cases []conform.Case, most int) []conform.Case {
	n := min(len(cases), most)
	some := make([]conform.Case, n)
	for i := range some {
		some[i] = cases[i*len(cases)/n]
	}
	return some
}
