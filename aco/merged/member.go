package merged

import (
	"fmt"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/shaders/glsl"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// member is a device of a group. It has the whole colony and runs a share of the ants.
type member struct {
	*deviceColonies
	share    share
	counts   model.Counts // of the ants of its share
	exported []uint32     // counts of the records of their changes
	records  []uint32     // of their changes, as far as they were read back with the state
	// spare is memory for the next records: the other members read the present ones until they
	// have imported them.
	spare    []uint32
	exports  model.Exported // all records, checked
	incoming []uint32       // memory for the first part of what the member imports
	measured elapsed        // when the member was asked for its pace
	exchange engine.DeviceExchange
}

// begin runs the ants of the member's share, from a state in which no ant has run.
func (m *member) begin(step engineStep, state model.State) error {
	if err := m.Run.Fill("claims", 0); err != nil {
		return err
	}
	if err := m.Run.Upload("state", 0, state.Words()); err != nil {
		return err
	}
	if err := m.Apply(step); err != nil {
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

// complete imports the records of the other members and completes the iteration. The counts are
// sums over the ants of all members. If there is a next step, it also runs the ants of the
// member's share in the next iteration.
func (m *member) complete(counts model.Counts, others []model.Exported, next engineStep, more bool) error {
	incoming := model.Incoming(m.incoming, counts, others...)
	m.incoming = incoming[0]
	for _, part := range incoming {
		m.exchange.Received += 4 * uint64(len(part))
	}
	if err := m.Run.Input("incoming", incoming...); err != nil {
		return err
	}
	if more {
		if err := m.Apply(next); err != nil {
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
			first, count = m.share.groups(pass.Constants["ANTS"])
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

// readBack records the state, the counts and the records that the member's last submission has
// read back. If ants have run, the state has the counts of the ants of the member's share alone.
func (m *member) readBack(done pipeline.Completed, ants bool) {
	state := model.StateOf(done.Readback["state"])
	m.counts, m.exported = model.Counts{}, make([]uint32, model.ExportedWords)
	m.records, m.spare = m.spare[:0], m.records
	if ants && state.Stop == model.Running {
		m.counts, m.exported = state.Counts.OfAnts(), slices.Clone(done.Readback["exported"])
		outgoing := done.Readback["outgoing"]
		m.records = append(
			m.records, outgoing[:min(len(outgoing), int(m.exported[glsl.ExchangeExportedRecordWords]))]...,
		)
	}
	state.Counts, state.LongChanges = state.Counts.OfMerge(), 0
	m.states = []model.State{state}
}

// errRecords is the error of a device whose ants' changes are impossible.
var errRecords = fmt.Errorf("the changes of its ants are impossible: %w", pipeline.ErrWrongResult)

// read completes the records of the changes of the member's ants. It returns an error if they
// could not be merged.
func (m *member) read() error {
	changes, words := m.exported[glsl.ExchangeExportedChanges], m.exported[glsl.ExchangeExportedRecordWords]
	if changes > m.share.ants() || uint64(words) > uint64(changes)*model.MaxRecordWords {
		return errRecords
	}
	if have := len(m.records); have < int(words) {
		m.records = slices.Grow(m.records, int(words)-have)[:words]
		if err := m.Run.Read("outgoing", uint64(have), m.records[have:]); err != nil {
			return err
		}
	}
	// The next iteration has about as many words.
	m.Run.LimitReadback("outgoing", uint64(words)+uint64(words)/4)
	m.exports = model.NewExported(m.records)
	if uint32(len(m.exports.Offsets)) != changes || uint32(len(m.exports.Words)) != words {
		return errRecords
	}
	seen := make([]bool, m.share.ants())
	for record := range m.exports.All() {
		ant := record.Ant()
		if ant < m.share.first || ant >= m.share.end || seen[ant-m.share.first] {
			return errRecords
		}
		seen[ant-m.share.first] = true
	}
	if !m.exports.ArePossible(m.model.Cities) {
		return errRecords
	}
	return nil
}

// record adds an iteration's share and records to what the member has exchanged.
func (m *member) record() {
	m.exchange.Iterations++
	m.exchange.Ants += uint64(m.share.ants())
	m.exchange.Sent += 4 * uint64(len(m.records))
}

// pace returns how the member has spent its time since the last call.
func (m *member) pace() pace {
	times, _ := m.Stages()
	var now elapsed
	for stage, took := range times {
		if stage == antStage {
			now.ants += took
		} else {
			now.rest += took
		}
	}
	ants, iterations := m.exchange.Ants-m.measured.counts.Ants, m.exchange.Iterations-m.measured.counts.Iterations
	p := pace{
		ant:  float64(max(1, now.ants-m.measured.ants)) / float64(max(1, ants)),
		rest: float64(now.rest-m.measured.rest) / float64(max(1, iterations)),
	}
	now.counts = m.exchange
	m.measured = now
	return p
}

// elapsed is the device time that a member has spent so far, and on how many ants and iterations.
type elapsed struct {
	ants, rest time.Duration
	counts     engine.DeviceExchange
}
