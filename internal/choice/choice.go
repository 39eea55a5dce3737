// Package choice makes the method of a run from options that are given by name, as flags of the
// command line or as fields of a job.
package choice

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/aco"
	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
)

// Request is what a user asks for.
type Request struct {
	Algorithm aco.Algorithm // "": chosen by the options that are given, else by the instance
	Preset    string        // "": none
	Replay    *aco.Replay   // nil: none
	Resume    string        // a checkpoint; "": none
	Given     []Option
	Cities    int // of the instance
}

// Option is an option of a method that is given.
type Option struct {
	Path  string // within the method, such as "LocalSearch.Kind"
	Value any    // of a type that converts to the field's
}

// named are the methods that have a name.
var named = []struct {
	algorithm aco.Algorithm
	method    aco.Method
}{
	{aco.AlgorithmAntSystem, aco.AntSystem{}}, {aco.AlgorithmMMAS, aco.MMAS{}},
	{aco.AlgorithmACS, aco.ACS{}}, {aco.AlgorithmMerged, aco.Merged{}}, {aco.AlgorithmChained, aco.Chained{}},
}

// Algorithms returns the names of all methods that have a name.
func Algorithms() (list []aco.Algorithm) {
	for _, n := range named {
		list = append(list, n.algorithm)
	}
	return list
}

// With returns the algorithms whose methods have an option.
func With(path string) (list []aco.Algorithm) {
	for _, n := range named {
		if field(reflect.ValueOf(n.method), path).IsValid() {
			list = append(list, n.algorithm)
		}
	}
	return list
}

// TypeOf returns the type of an option in the first method that has it, nil if no method has it.
func TypeOf(path string) reflect.Type {
	for _, n := range named {
		if f := field(reflect.ValueOf(n.method), path); f.IsValid() {
			return f.Type()
		}
	}
	return nil
}

// Method returns the method that has all options that are given. The error is an *aco.OptionError.
func (r Request) Method() (aco.Method, error) {
	if err := r.checkTogether(); err != nil {
		return nil, err
	}
	switch {
	case r.Resume != "":
		return r.fill(aco.Resume{File: r.Resume}, "Resume", "a resumed run keeps the options that it started with")
	case r.Preset != "":
		return r.fill(aco.Preset{Name: r.Preset}, "Preset", "a preset is a published system, unchanged")
	case r.Replay != nil:
		return r.fill(*r.Replay, "Replay", "a replayed run keeps the options that it had")
	case r.Algorithm != "":
		return r.ofAlgorithm(r.Algorithm)
	}
	return r.automatic()
}

// checkTogether refuses two of an algorithm, a preset, a replay and a checkpoint.
func (r Request) checkTogether() error {
	var given []string
	for _, g := range []struct {
		option string
		given  bool
	}{{"Resume", r.Resume != ""}, {"Preset", r.Preset != ""}, {"Replay", r.Replay != nil}, {"Method",
		r.Algorithm != ""}} {
		if g.given {
			given = append(given, g.option)
		}
	}
	if len(given) < 2 || r.Replay != nil && len(given) == 2 && r.Algorithm == replayed(r.Replay) {
		return nil
	}
	return &aco.OptionError{Option: given[1], With: given[0],
		Reason: "each of them says what runs; leave one of them out"}
}

// replayed returns the algorithm of a run that is repeated.
func replayed(replay *aco.Replay) aco.Algorithm {
	if replay.Chained != nil {
		return aco.AlgorithmChained
	}
	return aco.AlgorithmMerged
}

// fill sets the options that are given in a method, and refuses one that it does not have.
func (r Request) fill(method aco.Method, name, reason string) (aco.Method, error) {
	filled := reflect.New(reflect.TypeOf(method)).Elem()
	filled.Set(reflect.ValueOf(method))
	for _, o := range r.Given {
		to := field(filled, o.Path)
		if !to.IsValid() {
			return nil, &aco.OptionError{Option: o.Path, With: name, Reason: reason + "; leave one of them out"}
		}
		to.Set(reflect.ValueOf(o.Value).Convert(to.Type()))
	}
	return filled.Interface().(aco.Method), nil
}

// ofAlgorithm returns the method of a name.
func (r Request) ofAlgorithm(algorithm aco.Algorithm) (aco.Method, error) {
	at := slices.Index(Algorithms(), algorithm)
	if at < 0 {
		return nil, &aco.OptionError{Option: "Method",
			Reason: fmt.Sprintf("%q is not an algorithm; there are %v", algorithm, Algorithms())}
	}
	if algorithm == aco.AlgorithmAntSystem {
		r.Given = slices.DeleteFunc(slices.Clone(r.Given), isOfAntSystem)
	}
	for _, o := range r.Given {
		if with := With(o.Path); !slices.Contains(with, algorithm) {
			return nil, &aco.OptionError{Option: o.Path,
				Reason: fmt.Sprintf("%s does not have it; %s", called(algorithm), who(with))}
		}
	}
	return r.fill(named[at].method, "Method", "")
}

// automatic chooses the method by the options that are given. If all methods have them, the
// instance decides.
func (r Request) automatic() (aco.Method, error) {
	shared := true
	for _, o := range r.Given {
		if slices.Equal(With(o.Path), []aco.Algorithm{aco.AlgorithmMerged}) {
			return r.ofAlgorithm(aco.AlgorithmMerged)
		}
		shared = shared && field(reflect.ValueOf(aco.Automatic{}), o.Path).IsValid()
	}
	if shared {
		return r.fill(aco.Automatic{}, "Method", "")
	}
	algorithm := aco.Algorithm(classicmodel.Recommended(r.Cities).Algorithm)
	for _, o := range r.Given {
		if with := With(o.Path); !slices.Contains(with, algorithm) {
			refused := &aco.OptionError{Option: o.Path,
				Reason: fmt.Sprintf("%s, and the automatic choice is %s", who(with), algorithm)}
			for _, other := range with {
				refused.Remedies = append(refused.Remedies, aco.Remedy{{Option: "Method", Value: string(other)}})
			}
			return nil, refused
		}
	}
	if algorithm == aco.AlgorithmACS {
		return r.fill(aco.ACS{Defaults: aco.Recommended}, "Method", "")
	}
	return r.fill(aco.MMAS{Defaults: aco.Recommended}, "Method", "")
}

// isOfAntSystem reports whether an option says what Ant System does anyway: it has one colony and
// no local search.
func isOfAntSystem(o Option) bool {
	value := reflect.Indirect(reflect.ValueOf(o.Value)).Interface()
	switch o.Path {
	case "Colonies":
		return value == 1
	case "LocalSearch.Kind", "Exchange.Topology":
		return value == "none"
	case "Exchange.Every":
		return value == 0
	}
	return false
}

// field returns the field of a path; the zero Value if there is none.
func field(of reflect.Value, path string) reflect.Value {
	for name := range strings.SplitSeq(path, ".") {
		if of.Kind() != reflect.Struct {
			return reflect.Value{}
		}
		of = of.FieldByName(name)
	}
	return of
}

// called returns what an algorithm is called.
func called(algorithm aco.Algorithm) string {
	if algorithm == aco.AlgorithmMerged {
		return fmt.Sprintf("the default solver (%s)", algorithm)
	}
	return fmt.Sprintf("algorithm %s", algorithm)
}

// who says which algorithms have an option: "as, mmas and acs have it".
func who(list []aco.Algorithm) string {
	var names []string
	for _, algorithm := range list {
		names = append(names, string(algorithm))
	}
	switch last := len(names) - 1; last {
	case -1:
		return "no algorithm has it"
	case 0:
		return "only " + strings.TrimPrefix(called(list[0]), "algorithm ") + " has it"
	default:
		return strings.Join(names[:last], ", ") + " and " + names[last] + " have it"
	}
}
