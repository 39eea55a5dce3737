package tune

import (
	"context"
	"errors"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

func instance(t *testing.T, kind tsp.Metric) *tsp.Instance {
	t.Helper()
	in, err := generate.Instance("uniform", 20, 1)
	if err != nil {
		t.Fatal(err)
	}
	in.Metric = kind
	return in
}

// A search on a device returns a configuration that runs on the device. Its outcome can be stored
// and loaded.
func TestSearchOnADevice(t *testing.T) {
	device, in, folder := vktest.Open(t), instance(t, tsp.EUC2D), t.TempDir()
	options := classic.Options{Parameters: model.AntSystem()}
	out, err := Search(t.Context(), in, device, options, Outcome{})
	if err != nil || !out.Complete || out.Kernel.AntGroup == 0 || out.Kernel.Deposit == "" {
		t.Fatalf("%+v, error %v", out, err)
	}
	key, err := KeyOf(in, device, options.Parameters)
	if err != nil || key.From != 16 || key.To != 31 || key.Selection != model.SelectNear {
		t.Fatalf("%+v, error %v", key, err)
	}
	if err := Store(folder, key, out); err != nil {
		t.Fatal(err)
	}
	loaded, err := Load(folder, key, pipeline.LimitsOf(device.Info()))
	if err != nil || loaded.Kernel != out.Kernel {
		t.Fatalf("%+v, error %v", loaded, err)
	}
	if filled := Fill(in, device, options, loaded.Kernel); filled.Kernel != out.Kernel {
		t.Errorf("Fill returned %+v, want %+v", filled.Kernel, out.Kernel)
	}
}

// A search continues an earlier one, and keeps its values that this instance cannot use.
func TestSearchContinues(t *testing.T) {
	earlier := Outcome{
		Kernel: classic.KernelConfig{Mapping: classic.MappingGroup, AntGroup: 32,
			PrefixSearch: classic.PrefixSearchGuide, Dispatch: classic.DispatchAll,
			Distances: classic.DistancesCoordinates},
		Measured: []Measurement{{Axis: "ant_group", Value: "32", MS: 1, Chosen: true}},
	}
	out, err := Search(t.Context(), instance(t, tsp.ATT), vktest.Open(t),
		classic.Options{Parameters: model.AntSystem()}, earlier)
	if err != nil || !out.Complete {
		t.Fatalf("%+v, error %v", out, err)
	}
	if out.Measured[0] != earlier.Measured[0] {
		t.Errorf("measured: %+v", out.Measured)
	}
	for _, m := range out.Measured[1:] {
		if m.Axis != "deposit" {
			t.Errorf("%s was measured again", m.Axis)
		}
	}
	want := earlier.Kernel
	want.Deposit = out.Kernel.Deposit
	if out.Kernel != want {
		t.Errorf("%+v, want %+v", out.Kernel, want)
	}
}

func TestSearchErrors(t *testing.T) {
	device, in := vktest.Open(t), instance(t, tsp.EUC2D)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if out, err := Search(ended, in, device, classic.Options{Parameters: model.AntSystem()}, Outcome{}); !errors.Is(err,
		context.Canceled) || out.Kernel != (classic.KernelConfig{}) {
		t.Errorf("%+v, error %v", out, err)
	}
	var refused *option.Error
	if _, err := Search(t.Context(), in, device,
		classic.Options{Parameters: model.Parameters{Ants: -1}}, Outcome{}); !errors.As(err, &refused) {
		t.Errorf("with too few ants: error %v", err)
	}
	if _, err := KeyOf(in, device, model.MaxMin()); !errors.As(err, &refused) {
		t.Errorf("with another algorithm: error %v", err)
	}
}

// Fill sets a field if the values of its stage agree and the instance can use the value.
func TestFill(t *testing.T) {
	device := vktest.Open(t)
	from := classic.KernelConfig{Mapping: classic.MappingGroup, AntGroup: 64, Deposit: classic.DepositAtomic,
		Distances: classic.DistancesCoordinates}
	for name, c := range map[string]struct {
		metric      tsp.Metric
		given, want classic.KernelConfig
	}{
		"all unset": {tsp.EUC2D, classic.KernelConfig{}, from},
		"other metric": {tsp.GEO, classic.KernelConfig{}, classic.KernelConfig{Mapping: classic.MappingGroup,
			AntGroup: 64, Deposit: classic.DepositAtomic}},
		"same group": {tsp.EUC2D, classic.KernelConfig{AntGroup: 64}, from},
		"other group": {tsp.EUC2D, classic.KernelConfig{AntGroup: 32}, classic.KernelConfig{AntGroup: 32,
			Deposit: classic.DepositAtomic, Distances: classic.DistancesCoordinates}},
		"set": {tsp.EUC2D, classic.KernelConfig{Distances: classic.DistancesMatrix, Deposit: classic.DepositRows},
			classic.KernelConfig{Mapping: classic.MappingGroup, AntGroup: 64, Deposit: classic.DepositRows,
				Distances: classic.DistancesMatrix}},
	} {
		options := classic.Options{Parameters: model.AntSystem(), Kernel: c.given}
		if got := Fill(instance(t, c.metric), device, options, from); got.Kernel != c.want {
			t.Errorf("%s: %+v, want %+v", name, got.Kernel, c.want)
		}
	}
}
