package lockstep

import (
	"cmp"
	"slices"

	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
)

// mergedStages returns the stages of an iteration. With one colony these are also the stages of a
// device that shares a tour with others: the changes of all ants are exported, removed and
// imported again, as if they came from another device.
func mergedStages(m *model.Model) []string {
	if m.Colonies > 1 {
		return merged.Stages
	}
	return slices.Concat([]string{"ant", "export", "clear", "import", "gains"}, merged.Stages[1:])
}

// runStageOf runs one stage of a colony in the reference.
func (c *Merged) runStageOf(ref *reference.Colony, stage string) error {
	switch stage {
	case "export":
		c.Exported, c.counts = ref.Export(), ref.State.Counts.OfAnts()
	case "clear":
		ref.Clear()
	case "import":
		ref.Import(slices.Concat(model.Incoming(nil, c.counts, model.NewExported(c.Exported))...))
	case "gains":
		ref.CheckGains()
	default:
		return RunReference(ref, stage)
	}
	return nil
}

// prepareImport removes what the ants have submitted, and uploads the exported changes.
func (c *Merged) prepareImport() error {
	ref := c.References[0]
	DropSubmitted(ref)
	for name, words := range map[string][]uint32{
		"claims": both(ref.Claims), "state": ref.State.Words(),
		"incoming": slices.Concat(model.Incoming(nil, c.counts, model.NewExported(c.Exported))...),
	} {
		if err := c.Run.Upload(name, 0, words); err != nil {
			return err
		}
	}
	return nil
}

// DropSubmitted removes claims and long changes of the current iteration, but not the ants'
// changes.
func DropSubmitted(c *reference.Colony) {
	clear(c.Claims[c.State.Iteration&1])
	c.LongChanges, c.State.LongChanges = nil, 0
}

// CompareExported compares the device's exported records with the reference's. Their order is
// undefined.
func (c *Merged) CompareExported() (*Difference, error) {
	changes := uint32(len(slices.Collect(model.Records(c.Exported))))
	difference, err := c.compare("exported", 1, 1, func([]uint32) []uint32 {
		return []uint32{changes, uint32(len(c.Exported))}
	})
	if difference != nil || err != nil || c.Run.Described() {
		return difference, err
	}
	outgoing, err := c.Run.Download("outgoing")
	if err != nil {
		return nil, err
	}
	sorted := slices.Concat(slices.SortedFunc(model.Records(outgoing[:len(c.Exported)]),
		func(a, b model.Record) int { return cmp.Compare(a.Ant(), b.Ant()) })...)
	sorted = append(sorted, outgoing[len(sorted):]...) // what is no record
	return c.found("outgoing", sorted, c.Exported, 1, 1)
}
