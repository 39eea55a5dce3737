package papers

import (
	"reflect"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Every row of every table can be measured: its preset exists, and its parameters and kernel
// configuration are valid.
func TestTablesCanBeMeasured(t *testing.T) {
	instance := must.Get(generate.Instance("uniform", 30, 1))(t)
	names := map[string]bool{}
	for _, table := range Tables() {
		if names[table.Name] || table.Title == "" || len(table.Instances) == 0 {
			t.Errorf("%s has a duplicate name, or no title or instances", table.Name)
		}
		names[table.Name] = true
		labels := map[string]bool{}
		for _, v := range table.Variants {
			if labels[v.Label()] {
				t.Errorf("%s has two rows %s", table.Name, v.Label())
			}
			labels[v.Label()] = true
			bounded := table.Iterations > 0 || v.Iterations > 0 || v.Tours > 0 || table.Limit != nil
			if (table.MeasuresLengths() || table.Quantity == Hash || table.Quantity == Trials) != bounded {
				t.Errorf("%s, %s: length of a run given: %v", table.Name, v.Label(), bounded)
			}
			o, err := v.options(instance.Dimension())
			if err == nil {
				_, err = classic.PlansFor(instance, []*pipeline.Device{nil}, o)
			}
			if err == nil && table.MeasuresLengths() && !o.Parameters.Racy() {
				o.Kernel = classic.KernelConfig{} // as with Options.DefaultKernels
				_, err = classic.PlansFor(instance, []*pipeline.Device{nil}, o)
			}
			if err != nil {
				t.Errorf("%s, %s: %v", table.Name, v.Label(), err)
			}
			for _, name := range v.Instances {
				if !slices.Contains(table.Instances, name) {
					t.Errorf("%s, %s: the table does not have %s", table.Name, v.Label(), name)
				}
			}
		}
	}
	if _, err := FindTable("zhou1999"); err == nil {
		t.Error("an unknown table was found")
	}
}

// A sweep changes one option of the preset.
func TestVariantOptions(t *testing.T) {
	o, err := Variant{Preset: "cecilia2013-data", AntGroup: 64, Tile: 32, Deposit: classic.DepositGather}.options(100)
	if err != nil {
		t.Fatal(err)
	}
	preset := must.Get(classic.PresetNamed("cecilia2013-data"))(t)
	parameters, form := preset.Parameters, preset.Kernel
	parameters.Tile, form.AntGroup, form.Deposit = 32, 64, classic.DepositGather
	if !reflect.DeepEqual(o.Parameters, parameters) || o.Kernel != form {
		t.Errorf("%+v", o)
	}
	o, err = Variant{Algorithm: model.AlgorithmACS, Ants: AntsAsCities, Memory: model.MemorySelective, Period: 4,
		Colonies: 3}.options(100)
	if err != nil {
		t.Fatal(err)
	}
	parameters = model.AntColonySystem()
	parameters.Ants, parameters.Memory, parameters.LocalUpdatePeriod, parameters.Colonies = 100, model.MemorySelective, 4, 3
	if !reflect.DeepEqual(o.Parameters, parameters) || o.Kernel != (classic.KernelConfig{}) {
		t.Errorf("%+v", o)
	}
}
