package aco

import (
	"errors"
	"fmt"
	"slices"

	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/reduce"
)

// Algorithm is an ant colony algorithm.
type Algorithm = classicmodel.Algorithm

const (
	AntSystem = classicmodel.AlgorithmAS   // Ant System (Dorigo, Maniezzo and Colorni 1996)
	MMAS      = classicmodel.AlgorithmMMAS // MAX-MIN Ant System (Stützle and Hoos 2000)
	ACS       = classicmodel.AlgorithmACS  // Ant Colony System (Dorigo and Gambardella 1997)
	// Merged has many ants change parts of one tour at once: perturbation, local search and annealing. Compatible changes are merged.
	// It takes an asymmetric matrix as a symmetric instance of twice as many cities ([reduce.NodePairs]).
	Merged Algorithm = merged.Algorithm
)

// Algorithms lists all algorithms.
var Algorithms = []Algorithm{AntSystem, MMAS, ACS, Merged}

// chooseAlgorithm returns the algorithm of a run that is not resumed.
func (o *Options) chooseAlgorithm(instance *tsp.Instance) (Algorithm, error) {
	if o.Algorithm != "" || o.Preset != "" {
		return o.Algorithm, nil
	}
	given := o.given()
	if o.needs(Merged) || allHave(given, Merged) && o.enoughForMerged(instance) && refusalOfMerged(instance) == nil {
		return Merged, nil
	}
	best := classicmodel.Recommended(instance.Dimension()).Algorithm
	for _, row := range given {
		if !row.Has(best) {
			refused := &OptionError{Option: row.Name, Reason: fmt.Sprintf("supported by %s, and the automatic choice is %s", algorithmNames(row.Algorithms), best)}
			for _, algorithm := range row.Algorithms {
				refused.Remedies = append(refused.Remedies, option.Set(option.Algorithm, algorithm))
			}
			return "", refused
		}
	}
	return best, nil
}

// enoughForMerged reports whether an instance has enough cities for Merged. With fixed edges or an
// open path, all tours of a few cities are compared in place of Merged.
func (o *Options) enoughForMerged(instance *tsp.Instance) bool {
	return instance.Dimension() >= model.MinCities || instance.Symmetric() && (len(instance.Fixed) > 0 || o.Path != nil)
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

// fallbackNotice says why the automatic choice is not Merged although the instance has enough
// cities; "" if it is, or if an option excludes it.
func (o *Options) fallbackNotice(instance *tsp.Instance, algorithm Algorithm) string {
	chosen := o.Algorithm != "" || o.Preset != "" || !allHave(o.given(), Merged)
	if algorithm == Merged || chosen || !o.enoughForMerged(instance) {
		return ""
	}
	err := refusalOfMerged(instance)
	if err == nil {
		return ""
	}
	reason := err.Error()
	if refused := (*option.Error)(nil); errors.As(err, &refused) {
		reason = refused.Reason
	}
	return fmt.Sprintf("%s runs in place of %s: %s", algorithm, Merged, reason)
}

// needs reports whether an option is set that only this algorithm has.
func (o *Options) needs(algorithm Algorithm) bool {
	return slices.ContainsFunc(o.given(), func(row OptionInfo) bool { return len(row.Algorithms) == 1 && row.Has(algorithm) })
}

func allHave(rows []OptionInfo, algorithm Algorithm) bool {
	return !slices.ContainsFunc(rows, func(row OptionInfo) bool { return !row.Has(algorithm) })
}

// checkAlgorithm returns an error if an option is set that the algorithm does not have.
func (o *Options) checkAlgorithm(algorithm Algorithm) error {
	for _, row := range o.given() {
		if row.Has(algorithm) {
			continue
		}
		reason := fmt.Sprintf("supported by %s, not by %s", algorithmNames(row.Algorithms), algorithm)
		return &OptionError{Option: row.Name, Reason: reason}
	}
	return nil
}

// algorithmNames writes a list for people: "as, mmas or acs".
func algorithmNames(list []Algorithm) string {
	text := "algorithm "
	for i, name := range list {
		switch {
		case i > 0 && i == len(list)-1:
			text += " or "
		case i > 0:
			text += ", "
		}
		text += string(name)
	}
	return text
}
