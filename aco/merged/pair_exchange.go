package merged

import (
	"cmp"
	"slices"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
	"github.com/aco-vk/aco-vk/conform/lockstep"
)

// pairStages returns the stages of an iteration of a Pair. With one colony it also has the stages of a group's device: the changes of all ants
// are exported, removed and imported again, as if they came from another device.
func pairStages(m *model.Model) []stagePasses {
	if m.Colonies > 1 || m.Windowed() {
		return allStages
	}
	return slices.Concat([]stagePasses{antPasses, exportPasses, clearPasses, importPasses, gainsPasses}, allStages[1:])
}

// runStageOf runs one stage of a colony in the reference.
func (p *Pair) runStageOf(ref *reference.Colony, stage string) error {
	switch stage {
	case exportStage:
		p.records, p.counts = ref.Export(), ref.State.Counts.OfAnts()
	case clearStage:
		ref.Clear()
	case importStage:
		ref.Import(model.Incoming(nil, p.counts, model.NewExported(p.records)))
	case gainsStage:
		ref.CheckGains()
	default:
		return runReference(ref, stage)
	}
	return nil
}

// prepareImport removes what the ants have submitted, and uploads the exported changes.
func (p *Pair) prepareImport() error {
	ref := p.references[0]
	dropSubmitted(ref)
	for name, words := range map[string][]uint32{
		"claims": both(ref.Claims), "state": ref.State.Words(), "incoming": model.Incoming(nil, p.counts, model.NewExported(p.records)),
	} {
		if err := p.run.Upload(name, 0, words); err != nil {
			return err
		}
	}
	return nil
}

// dropSubmitted removes claims and long changes of the current iteration, but not the ants' changes.
func dropSubmitted(c *reference.Colony) {
	clear(c.Claims[c.State.Iteration&1])
	c.LongChanges, c.State.LongChanges = nil, 0
}

// compareExported compares the records that the device has exported with those of the reference. Their order is undefined.
func (p *Pair) compareExported() (*lockstep.Difference, error) {
	exported, err := p.run.Download("exported")
	if err != nil {
		return nil, err
	}
	outgoing, err := p.run.Download("outgoing")
	if err != nil {
		return nil, err
	}
	changes := uint32(len(slices.Collect(model.Records(p.records))))
	if difference := lockstep.FirstDifference("exported", exported, []uint32{changes, uint32(len(p.records))}, 1, 1); difference != nil {
		return difference, nil
	}
	sorted := slices.Concat(slices.SortedFunc(model.Records(outgoing[:len(p.records)]), func(a, b model.Record) int { return cmp.Compare(a.Ant(), b.Ant()) })...)
	sorted = append(sorted, outgoing[len(sorted):]...) // what is no record
	return lockstep.FirstDifference("outgoing", sorted, p.records, 1, 1), nil
}
