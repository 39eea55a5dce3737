package aco

import (
	"errors"
	"fmt"
	"reflect"

	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/reduce"
)

// Method is how a run searches, with the options that not all methods have. New runs have one of
// [Automatic], [Merged], [Chained], [MMAS], [ACS], [AntSystem] and [Preset]. [Replay] repeats an earlier run,
// and [Resume] continues one. A pointer to a method is a Method, too.
type Method interface {
	// check refuses options of the run that the method excludes, and numbers out of range.
	check(*Options) error
	// newRunner returns what runs the method on the instance of a request.
	newRunner(*request) (runner, error)
}

// Automatic chooses the method by the instance: it compares all tours of up to 9 cities, and no
// device is opened, unless the run has Iterations, Stall or a parameter of the method. For more
// cities it is [Merged], which takes 8 or more. For fewer, and for distances above 33,038,209, it
// chooses [MMAS] with 3-opt, or [ACS] for more than 200,000 cities; a notice says so. The choice does
// not depend on the device, with two exceptions: the device cannot run the shaders of Merged, or
// [Chained] takes the place of Merged. It does on the processor, chosen by name or because there is
// no GPU, if the run ends by time, without Iterations, Stall and Checkpoint; a notice says so.
type Automatic struct {
	Ants       int // of each colony; 0: by the method and the number of cities
	Colonies   int // on all devices together; 0: by the method and the number of cities
	Candidates int // nearest cities in each city's candidate list; 0: by the method
	// AnyDevice: the run can be repeated or continued on any device, so Chained is not chosen.
	AnyDevice bool
}

func (a Automatic) check(*Options) error {
	return notNegative(number{"Ants", a.Ants}, number{"Colonies", a.Colonies}, number{"Candidates", a.Candidates})
}

func (a Automatic) newRunner(r *request) (runner, error) {
	if r.suitsComparison() {
		return exhaustiveRunner{}, nil
	}
	if !r.enoughForMerged() {
		return a.classic(r).newRunner(r)
	}
	if r.suitsChained() && r.onProcessor() {
		r.choice = "on the processor: chained Lin-Kernighan (chained) in place of the default solver (merged)"
		return Chained{Colonies: a.Colonies, Candidates: a.Candidates}.newRunner(r)
	}
	refusal := refusalOfMerged(r.instance)
	if refusal == nil {
		return Merged{Ants: a.Ants, Colonies: a.Colonies, Candidates: a.Candidates}.newRunner(r)
	}
	runner, err := a.classic(r).newRunner(r)
	if err == nil {
		r.fallback = fallbackNotice(recommendedAlgorithm(r.instance.Dimension()), refusal)
	}
	return runner, err
}

// suitsChained reports whether Automatic chooses Chained on the processor. In the same time Chained
// finds shorter tours there than Merged. A run that counts iterations or writes a checkpoint keeps
// Merged, whose tours every device makes.
func (r *request) suitsChained() bool {
	o := &r.options
	endsByTime := o.TimeLimit > 0 || o.rules().None()
	return o.leavesChained() && endsByTime && !r.suitsComparison() && r.instance.Dimension() >= model.MinCities &&
		refusalOfMerged(r.instance) == nil
}

// leavesChained reports whether the options leave the choice of Chained to the instance and the device.
func (o *Options) leavesChained() bool {
	a, ok := o.Method.(Automatic)
	return ok && !a.AnyDevice && a.Ants == 0 && o.Iterations == 0 && o.Stall == 0 && o.Checkpoint == ""
}

// onProcessor reports whether the run is on the processor alone.
func (r *request) onProcessor() bool {
	return len(r.devices) == 1 && r.devices[0].state().device == nil
}

// classic returns the method that runs where Merged cannot.
func (a Automatic) classic(r *request) Method {
	if recommendedAlgorithm(r.instance.Dimension()) == AlgorithmACS {
		return ACS{Defaults: Recommended, Ants: a.Ants, Colonies: a.Colonies, Candidates: a.Candidates}
	}
	return MMAS{Defaults: Recommended, Ants: a.Ants, Colonies: a.Colonies, Candidates: a.Candidates}
}

// recommendedAlgorithm returns the best published algorithm for a number of cities.
func recommendedAlgorithm(cities int) Algorithm {
	return classicmodel.Recommended(cities).Algorithm
}

// enoughForMerged reports whether an instance has enough cities for Merged. With fixed edges,
// coincident places or an open path, all tours of a few cities are compared in place of Merged.
func (r *request) enoughForMerged() bool {
	return r.instance.Dimension() >= model.MinCities || r.instance.Symmetric() && r.isReduced()
}

// refusalOfMerged returns why Merged cannot work on an instance that has enough cities, nil if it
// can.
func refusalOfMerged(instance *tsp.Instance) error {
	if !instance.Symmetric() {
		pairs, err := reduce.NodePairs(instance)
		if err != nil {
			return err
		}
		instance = pairs
	}
	if instance.Dimension() < model.MinCities {
		return nil
	}
	return model.Supports(instance)
}

// fallbackNotice says why another algorithm runs than the default solver.
func fallbackNotice(algorithm Algorithm, refusal error) string {
	reason := refusal.Error()
	if refused := (*option.Error)(nil); errors.As(refusal, &refused) {
		reason = refused.Reason
	}
	return fmt.Sprintf("%s runs in place of the default solver (%s): %s", algorithm, AlgorithmMerged, reason)
}

// Algorithm is the name of what searched for tours.
type Algorithm = classicmodel.Algorithm

const (
	AlgorithmMerged    Algorithm = "merged"
	AlgorithmChained   Algorithm = "chained"
	AlgorithmMMAS      Algorithm = "mmas"
	AlgorithmACS       Algorithm = "acs"
	AlgorithmAntSystem Algorithm = "as"
	// AlgorithmExhaustive compares all tours. It runs where there are few cities, or where an open path
	// or fixed edges leave too few for the method, and cannot be chosen.
	AlgorithmExhaustive Algorithm = "exhaustive"
)

// methodOf returns the method of the options as a value; a nil interface is Automatic.
func methodOf(method Method) (Method, error) {
	if method == nil {
		return Automatic{}, nil
	}
	if value := reflect.ValueOf(method); value.Kind() == reflect.Pointer {
		if value.IsNil() {
			return nil, refuse("Method", "a nil pointer to a method; leave Method nil for the automatic choice")
		}
		return value.Elem().Interface().(Method), nil
	}
	return method, nil
}

// number is an option of a method.
type number struct {
	option string
	value  int
}

// notNegative refuses negative numbers.
func notNegative(numbers ...number) error {
	for _, n := range numbers {
		if n.value < 0 {
			return refuse(n.option, "%d is negative", n.value)
		}
	}
	return nil
}
