package classic

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// LongSeed has bits in both halves.
const LongSeed = 0x0123_4567_89AB_CDEF

const (
	MaxAntGroup = maxAntGroup
	MaxRowGroup = maxRowGroup
)

// SymmetricDeposits are the kernels for symmetric instances alone.
var SymmetricDeposits = symmetricDeposits

// TimerRun returns the run of a timer on a device.
func TimerRun(t *Timer) *pipeline.Run { return t.colonies.(*deviceColonies).Run }

// DerivedTrails returns the words of the buffers that are made from trails, which are written in
// parts.
func DerivedTrails(p *model.Problem, run *pipeline.Run, parts ...[]uint32) (map[string][]uint32, error) {
	derived, err := newDerivedTrails(p, run)
	words := map[string][]uint32{}
	for buffer, trails := range derived {
		offset := uint64(0)
		for _, part := range parts {
			words[buffer] = trails.add(offset, part)
			offset += uint64(len(part))
		}
	}
	return words, err
}
