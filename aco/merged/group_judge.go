package merged

import (
	"fmt"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/pipeline"
)

var (
	// errGain is the error of a device with a change whose gain is not that of its edges.
	errGain = fmt.Errorf("the gain of a change of its ants is wrong: %w", pipeline.ErrWrongResult)
	// errRefusal is the error of a device that refuses a change whose gain is right, or a change that no ant has made.
	errRefusal = fmt.Errorf("it refuses the change of an ant although the gain is right: %w", pipeline.ErrWrongResult)
)

// judge drops a device for each one that has refused a change: that one or the one whose ant made the change, whichever the host finds wrong.
// The devices are those that exchanged changes. If a change is wrong, it also drops the devices that have merged it, and again is true.
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

// wrongOf returns which device is wrong if one refuses a change, and why. It is that one if its tours are wrong, if no ant has made the change,
// or if the gain is right in its tour. The host does not detect a device with another valid tour of the same length.
func (g *group) wrongOf(s *engine.Site[*member], devices []*engine.Site[*member]) (wrong *engine.Site[*member], failure error) {
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
