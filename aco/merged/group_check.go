package merged

import (
	"errors"
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
)

// errDisagree is the error of a device whose state is not that of the first device.
var errDisagree = fmt.Errorf("its tour is not that of the other devices: %w", pipeline.ErrWrongResult)

// compare compares the states of all devices after an iteration. It drops devices whose check has failed. If the others differ, it drops those
// with wrong tours, and then those with another state than the first.
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

// errTours is why tours do not count whose lengths are not those that the device reports.
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
