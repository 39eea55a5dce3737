//go:build cgo

package vk

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/internal/must"
)

func TestConstantsAndPushConstantsReachTheShader(t *testing.T) {
	d := openDevice(t)
	const n = 1000
	source, result := newBuffer(t, d, "source", 4*n, DeviceLocal), newBuffer(t, d, "result", 4*n, DeviceLocal)
	upload(t, source, counting(n))
	c := newCommands(t, d, 0)
	for _, size := range []uint32{1, 32, 128} {
		p := newPipeline(t, d, PipelineSpec{Name: "scale", SPIRV: shader(t, "scale"), Bindings: 2, PushBytes: 8,
			Constants: []Constant{{ID: 1, Value: 3}, {ID: 0, Value: size}}})
		set := bind(t, p, source, result)
		must.Do(t, d.Fill(result, 0))
		begin(t, c)
		c.Dispatch(set, []uint32{n - 100, 7}, [3]uint32{(n + size - 1) / size, 1, 1})
		run(t, c)
		want := make([]uint32, n)
		for i := range want[:n-100] {
			want[i] = uint32(3*i + 7)
		}
		if diff := cmp.Diff(want, download(t, result)); diff != "" {
			t.Errorf("work-group of %d: (-want +got)\n%s", size, diff)
		}
	}
}

func TestConstantsKeepTheirDefaults(t *testing.T) {
	d := openDevice(t)
	source, result := newBuffer(t, d, "source", 64, DeviceLocal), newBuffer(t, d, "result", 64, DeviceLocal)
	upload(t, source, counting(16))
	p := newPipeline(t, d, PipelineSpec{Name: "scale", SPIRV: shader(t, "scale"), Bindings: 2, PushBytes: 8,
		Constants: []Constant{{ID: 0, Value: 16}}})
	c := newCommands(t, d, 0)
	begin(t, c)
	c.Dispatch(bind(t, p, source, result), []uint32{16, 0}, [3]uint32{1, 1, 1})
	run(t, c)
	if diff := cmp.Diff(counting(16), download(t, result)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestRequiredSubgroupSize(t *testing.T) {
	d := openDevice(t)
	info := d.Info()
	spec := PipelineSpec{Name: "subgroup", SPIRV: shader(t, "subgroup"), Bindings: 1}
	if !info.SubgroupSizeControl || !info.FullSubgroups {
		spec.SubgroupSize = info.SubgroupSize
		_, err := d.NewPipeline(spec)
		wantError(t, err, `"subgroup"`, "subgroup size")
		spec.SubgroupSize, spec.FullSubgroups = 0, true
		_, err = d.NewPipeline(spec)
		wantError(t, err, `"subgroup"`, "full subgroups")
		return
	}
	out := newBuffer(t, d, "sizes", 64*4, DeviceLocal)
	c := newCommands(t, d, 0)
	for size := info.SubgroupSizeMin; size <= min(64, info.SubgroupSizeMax); size *= 2 {
		spec.SubgroupSize, spec.FullSubgroups = size, true
		p := newPipeline(t, d, spec)
		begin(t, c)
		c.Dispatch(bind(t, p, out), nil, [3]uint32{1, 1, 1})
		run(t, c)
		if got := download(t, out); slices.Min(got) != size || slices.Max(got) != size {
			t.Errorf("subgroups of %d to %d, required are %d", slices.Min(got), slices.Max(got), size)
		}
	}
	for _, size := range []uint32{info.SubgroupSizeMin / 2, info.SubgroupSizeMax * 2, info.SubgroupSizeMin + 1, 1 << 31} {
		if size == 0 || size >= info.SubgroupSizeMin && size <= info.SubgroupSizeMax && size&(size-1) == 0 {
			continue // 0 means the driver's choice, and the smallest size can be 1
		}
		spec.SubgroupSize = size
		_, err := d.NewPipeline(spec)
		wantError(t, err, `"subgroup"`, "subgroup size")
	}
}

func TestPipelinesRefuseInvalidSpecs(t *testing.T) {
	d := openDevice(t)
	good := PipelineSpec{Name: "scale", SPIRV: shader(t, "scale"), Bindings: 2, PushBytes: 8}
	for _, c := range []struct {
		change func(s *PipelineSpec)
		want   string
	}{
		{func(s *PipelineSpec) { s.SPIRV = nil }, "SPIR-V"},
		{func(s *PipelineSpec) { s.SPIRV = s.SPIRV[:len(s.SPIRV)-1] }, "SPIR-V"},
		{func(s *PipelineSpec) { s.SPIRV = make([]byte, 400) }, "SPIR-V"},
		{func(s *PipelineSpec) { s.Bindings = 1 << 31 }, "storage buffers"},
		{func(s *PipelineSpec) { s.PushBytes = 6 }, "a multiple of 4"},
		{func(s *PipelineSpec) { s.PushBytes = 1 << 20 }, "push constants"},
	} {
		s := good
		c.change(&s)
		_, err := d.NewPipeline(s)
		wantError(t, err, `create pipeline "scale"`, c.want)
	}

	p := newPipeline(t, d, good)
	a := newBuffer(t, d, "a", 16, DeviceLocal)
	for _, c := range []struct {
		buffers []*Buffer
		want    string
	}{
		{nil, "0 buffers for 2 bindings"},
		{[]*Buffer{a}, "1 buffers for 2 bindings"},
		{[]*Buffer{a, nil}, "binding 1"},
	} {
		_, err := p.Bind(c.buffers)
		wantError(t, err, `bind pipeline "scale"`, c.want)
	}
	if most := d.Info().StorageRangeBytes; most < 1<<28 { // only if the buffer needs little memory
		large := newBuffer(t, d, "large", most+1, DeviceLocal)
		_, err := p.Bind([]*Buffer{a, large})
		wantError(t, err, `"large" at binding 1`, "at most")
	}
}

func TestStatistics(t *testing.T) {
	d := openDevice(t)
	p := newPipeline(t, d, PipelineSpec{Name: "increment", SPIRV: shader(t, "increment"), Bindings: 1,
		Statistics: true})
	all := p.Statistics()
	if (len(all) > 0) != d.Info().ExecutableStatistics {
		t.Errorf("%d statistics, supported by the device: %v", len(all), d.Info().ExecutableStatistics)
	}
	for _, s := range all {
		if s.Name == "" {
			t.Error("a statistic without a name")
		}
	}
	if p := newPipeline(t, d,
		incrementSpec(t)); p.Statistics() != nil {
		t.Error("statistics of a pipeline that was created without them")
	}
}

// Warm submits once, but no invocation runs. It leaves nothing open.
func TestWarm(t *testing.T) {
	submissions := 0
	d := openWith(t, DeviceOptions{Trace: func(call, _ string) {
		if call == "vkQueueSubmit" {
			submissions++
		}
	}})
	p := newPipeline(t, d, PipelineSpec{Name: "scale", SPIRV: shader(t, "scale"), Bindings: 2, PushBytes: 8})
	q := newPipeline(t, d, incrementSpec(t))
	if err := d.Warm([]*Pipeline{p, q}); err != nil || submissions != 1 || d.Usage().Handles != 2 {
		t.Errorf("%d submissions, %+v, %v", submissions, d.Usage(), err)
	}
	p.Close()
	wantError(t, d.Warm([]*Pipeline{q, p}), "the pipeline is closed")
}

// DeviceOptions.Check gets the pipelines and decides.
func TestCheckPipelines(t *testing.T) {
	var names []string
	d := openWith(t, DeviceOptions{Check: func(_ context.Context, d *Device, pipelines []PipelineSpec) error {
		for _, p := range pipelines {
			names = append(names, p.Name)
		}
		return ErrCrash
	}})
	if err := d.CheckPipelines(t.Context(), []PipelineSpec{{Name: "a"}, {Name: "b"}}); !IsFailure(err) ||
		len(names) != 2 {
		t.Errorf("%q, %v", names, err)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	if err := d.CheckPipelines(t.Context(), nil); err == nil || len(names) != 2 {
		t.Error("a closed device checks pipelines")
	}
	if err := openDevice(t).CheckPipelines(t.Context(), nil); err != nil {
		t.Error(err)
	}
}
