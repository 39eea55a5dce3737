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

var (
	// errGain is the error of a device with a change whose gain does not follow from its edges.
	errGain = fmt.Errorf("the gain of a change of its ants is wrong: %w", pipeline.ErrWrongResult)
	// errRefusal is the error of a device that refuses a change whose gain is right, or a change
	// that no ant has made.
	errRefusal = fmt.Errorf("it refuses the change of an ant although the gain is right: %w", pipeline.ErrWrongResult)
)

// judge drops a device for each one that has refused a change: that one or the one whose ant made
// the change, whichever the host finds wrong. The devices are those that exchanged changes. If a
// change is wrong, it also drops the devices that have merged it, and again is true.
func (g *group) judge(devices []*engine.Site[*member]) (again bool, err error) {
	refuses := func(m *member) bool { return m.states[0].WrongChange != 0 }
	for _, s := range devices {
		if s.Lost != nil || !refuses(s.Colonies) {
			continue
		}
		wrong, failure := g.wrongOf(s, devices)
		again = again || failure == errGain
		if wrong.Lost == nil {
			if err := g.Drop(wrong, failure); err != nil {
				return again, err
			}
		}
	}
	if again {
		err = g.dropIf(func(m *member) error {
			if !refuses(m) {
				return errDisagree
			}
			return nil
		})
	}
	return again, err
}

// wrongOf returns which device is wrong if one refuses a change, and why. It is that one if its
// tours are wrong, if no ant has made the change, or if the gain is right in its tour. The host
// does not detect a device with another valid tour of the same length.
func (g *group) wrongOf(
	s *engine.Site[*member], devices []*engine.Site[*member],
) (wrong *engine.Site[*member], failure error) {
	carried, err := s.Colonies.checkTours()
	if err != nil {
		return s, err
	}
	for _, owner := range devices {
		for record := range owner.Colonies.exports.All() {
			if record.Ant()+1 != s.Colonies.states[0].WrongChange {
				continue
			}
			if header := record.Header(); header.Gain != g.model.Gain(carried.tour, header, record.Pieces()) {
				return owner, errGain
			}
		}
	}
	return s, errRefusal
}
