package merged

import (
	"errors"
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// errDisagree is the error of a device whose state differs from the state of the first device.
var errDisagree = fmt.Errorf("its tour is not that of the other devices: %w", pipeline.ErrWrongResult)

// compare compares the states of all devices after an iteration. It drops devices whose check has
// failed. If the others differ, it drops those with wrong tours, and then those with another state
// than the first.
func (g *group) compare() error {
	differs := func(m *member) error {
		if m.states[0] != g.Working()[0].Colonies.states[0] {
			return errDisagree
		}
		return nil
	}
	if err := g.dropIf((*member).checkFailed); err != nil {
		return err
	}
	if slices.ContainsFunc(g.Working(), func(s *engine.Site[*member]) bool { return differs(s.Colonies) != nil }) {
		if err := g.dropIf(func(m *member) error { _, err := m.checkTours(); return err }); err != nil {
			return err
		}
		if err := g.dropIf(differs); err != nil {
			return err
		}
	}
	g.state = g.Working()[0].Colonies.states[0]
	g.state.Counts.Add(g.counts)
	for _, s := range g.Working() {
		s.Colonies.states[0] = g.state
	}
	return nil
}

// dropIf drops the devices for which check returns an error, one after the other.
func (g *group) dropIf(check func(*member) error) error {
	for _, s := range g.Working() {
		if err := check(s.Colonies); err != nil {
			if err := g.Drop(s, err); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkFailed returns an error if the device's own check of its tour has failed.
func (m *member) checkFailed() error {
	if s := m.states[0]; s.Stop == model.Faulty {
		return &engine.WrongTour{Reported: s.Length, Verified: int64(s.Measured)}
	}
	return nil
}

// errTours says why a tour does not count: its length is not the reported one.
var errTours = errors.New("it is invalid or has another length")

// checkTours returns the member's data, or an error if its tours are not as long as it reports.
func (m *member) checkTours() (carriedState, error) {
	carried, err := m.carriedStates()
	if err != nil {
		return carriedState{}, err
	}
	if !isConsistent(m.model, carried[0]) {
		return carriedState{}, &engine.WrongTour{Reported: carried[0].state.Length, Err: errTours}
	}
	return carried[0], nil
}

// errRefusal is the error of a device that refuses a change that most devices have merged.
var errRefusal = fmt.Errorf("it refuses the change of an ant that other devices have merged: %w", pipeline.ErrWrongResult)

// judge drops devices if some have refused a change because its gain is wrong. Devices with wrong tours
// go first: they have merged the change. Of the others the majority stays. If it has refused the
// change, again is true: it repeats the iteration without the ants that made the change.
func (g *group) judge() (again bool, err error) {
	refuses := func(m *member) bool { return m.states[0].WrongChange != 0 }
	refusing := func() (count int) {
		for _, s := range g.Working() {
			if refuses(s.Colonies) {
				count++
			}
		}
		return count
	}
	if refusing() == 0 {
		return false, nil
	}
	if err = g.dropIf(func(m *member) error { _, err := m.checkTours(); return err }); err != nil {
		return false, err
	}
	again = 2*refusing() > len(g.Working())
	return again, g.dropIf(func(m *member) error {
		switch {
		case refuses(m) == again:
			return nil
		case again:
			return errDisagree
		}
		return errRefusal
	})
}
