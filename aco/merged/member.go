package merged

import (
	"fmt"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders/glsl"
)

// member is a device of a group. It has the whole colony and runs a share of the ants.
type member struct {
	*deviceColonies
	share    share
	counts   model.Counts // of the ants of its share
	exported []uint32     // counts of the records of their changes
	records  []uint32     // of their changes
	incoming []uint32     // what the member has imported
	measured time.Duration
}

// begin runs the ants of the member's share, from a state in which no ant has run.
func (m *member) begin(step engine.Step, state model.State) error {
	if err := m.Run.Fill("claims", 0); err != nil {
		return err
	}
	if err := m.Run.Upload("state", 0, state.Words()); err != nil {
		return err
	}
	if err := m.set(step); err != nil {
		return err
	}
	m.limitAnts(true)
	done, err := m.FinishAfter(lastStage)
	if err != nil {
		return err
	}
	m.readBack(done, true)
	return nil
}

// complete imports the records of the other members and completes the iteration. The counts are those of the ants of all members. If there is
// a next step, it also runs the ants of the member's share in the next iteration.
func (m *member) complete(counts model.Counts, records [][]uint32, next engine.Step, more bool) error {
	m.incoming = model.Incoming(m.incoming, counts, records...)
	if err := m.Run.Upload("incoming", 0, m.incoming); err != nil {
		return err
	}
	if more {
		if err := m.set(next); err != nil {
			return err
		}
	}
	m.limitAnts(more)
	done, err := m.FinishIteration()
	if err != nil {
		return err
	}
	m.readBack(done, more)
	return nil
}

// limitAnts limits the stages of ants to the member's share, or to none.
func (m *member) limitAnts(run bool) {
	for _, pass := range m.passes {
		first, count := uint32(0), pass.Units
		switch pass.Stage {
		case antStage:
			block := pass.Constants["ANTS"]
			first = m.share.first / block
			count = (m.share.end+block-1)/block - first
		case clearStage, exportStage:
		default:
			continue
		}
		if !run {
			count = 0
		}
		m.SetUnits(pass.Stage, first, count)
	}
}

// block returns the number of ants between which a share can end.
func (m *member) block() uint32 {
	ant := slices.IndexFunc(m.passes, func(pass pipeline.Pass) bool { return pass.Stage == antStage })
	return m.passes[ant].Constants["ANTS"]
}

// readBack records the state and the counts that the member's last submission has read back. If ants have run, the state has the counts of
// the ants of the member's share alone.
func (m *member) readBack(done pipeline.Completed, ants bool) {
	state := model.StateOf(done.Readback["state"])
	m.counts, m.exported = model.Counts{}, make([]uint32, model.ExportedWords)
	if ants && state.Stop == model.Running {
		m.counts, m.exported = state.Counts.OfAnts(), slices.Clone(done.Readback["exported"])
	}
	state.Counts, state.LongChanges = state.Counts.OfMerge(), 0
	m.states = []model.State{state}
}

// errRecords is the error of a device whose ants' changes are impossible.
var errRecords = fmt.Errorf("the changes of its ants are impossible: %w", pipeline.ErrWrongResult)

// read reads the records of the changes of the member's ants. It returns an error if they could not be merged.
func (m *member) read() error {
	changes, words := m.exported[glsl.ExchangeExportedChanges], m.exported[glsl.ExchangeExportedRecordWords]
	if changes > m.share.ants() || uint64(words) > uint64(changes)*model.MaxRecordWords {
		return errRecords
	}
	m.records = slices.Grow(m.records[:0], int(words))[:words]
	if words > 0 {
		if err := m.Run.Read("outgoing", 0, m.records); err != nil {
			return err
		}
	}
	for record := range model.Records(m.records) {
		if ant := record.Ant(); ant < m.share.first || ant >= m.share.end || !record.IsPossible(m.model.TourCities()) {
			return errRecords
		}
		changes, words = changes-1, words-uint32(len(record))
	}
	if changes != 0 || words != 0 {
		return errRecords
	}
	return nil
}

// speed returns the share's ants by the device time since the last call. A device without ants counts as if it had one.
func (m *member) speed() float64 {
	times, _ := m.Stages()
	var sum time.Duration
	for _, took := range times {
		sum += took
	}
	took := max(1, sum-m.measured)
	m.measured = sum
	return float64(max(1, m.share.ants())) / float64(took)
}
