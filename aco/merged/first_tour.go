package merged

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/problem"
)

// FirstTourSHA256 returns the hash of the initial tour: the caller's numbers of its cities, from 0 on, as little-endian 32-bit words. Start
// and direction of the tour count.
func FirstTourSHA256(m *model.Model) string {
	words := make([]byte, 0, 4*len(m.StartTour))
	for _, city := range m.StartTour {
		words = binary.LittleEndian.AppendUint32(words, uint32(m.Order[city]))
	}
	sum := sha256.Sum256(words)
	return hex.EncodeToString(sum[:])
}

// checkFirstTour returns an error if the schedule to repeat is of a run that started from another tour.
func checkFirstTour(m *model.Model, o Options) error {
	if o.Schedule == nil || o.Schedule.FirstTour == FirstTourSHA256(m) {
		return nil
	}
	return problem.Errorf("schedule: the run started from another tour: it had another instance, other candidates or another initial tour")
}
