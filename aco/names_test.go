package aco_test

import (
	"go/constant"
	"go/types"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A type whose values are names has the same names as the type of the packages below, and the
// names that only this package has.
func TestNames(t *testing.T) {
	const classic, model, engine = "aco/classic", "aco/classic/model", "aco/engine"
	packages := importedPackages(t, "aco", classic, model, engine)
	for _, c := range []struct {
		name          string
		below, called string
		only          []string
	}{
		{"StopReason", engine, "StopReason", nil},
		{"Algorithm", model, "Algorithm", []string{"chained", "exhaustive", "merged"}},
		{"Selection", model, "Selection", nil},
		{"Rule", model, "Rule", nil},
		{"LowerLimit", model, "LowerLimit", nil},
		{"Renewal", model, "RenewalRule", nil},
		{"BestPeriod", model, "BestPeriod", nil},
		{"Memory", model, "Memory", nil},
		{"SearchKind", model, "LocalSearch", nil},
		{"SearchAnts", model, "LocalSearchAnts", nil},
		{"Topology", model, "Topology", nil},
		{"Mapping", classic, "Mapping", nil},
		{"Dispatch", classic, "Dispatch", nil},
		{"PrefixSearch", classic, "PrefixSearch", nil},
		{"Deposit", classic, "Deposit", nil},
		{"DistanceSource", classic, "DistanceSource", nil},
		{"AntData", classic, "AntData", nil},
	} {
		want := append(namesOf(packages[module+c.below], c.called), c.only...)
		slices.Sort(want)
		if diff := cmp.Diff(want, namesOf(packages[module+"aco"], c.name)); diff != "" || len(want) == len(c.only) {
			t.Errorf("%s and %s.%s (-below +here):\n%s", c.name, c.below, c.called, diff)
		}
	}
}

// namesOf returns the values of all exported constants of a type, sorted.
func namesOf(of *types.Package, name string) (list []string) {
	for _, other := range of.Scope().Names() {
		object, ok := of.Scope().Lookup(other).(*types.Const)
		if ok && object.Exported() && types.Identical(object.Type(), of.Scope().Lookup(name).Type()) {
			list = append(list, constant.StringVal(object.Val()))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
