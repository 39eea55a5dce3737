package merged

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/problem"
)

// FirstTourSHA256 returns the hash of the initial tour, and of the others if colonies start from different tours: the caller's numbers of the
// cities, from 0 on, as little-endian 32-bit words. Start and direction of a tour count.
func FirstTourSHA256(m *model.Model) string {
	hash := sha256.New()
	for _, tour := range append([][]uint32{m.StartTour}, m.NoisyTours...) {
		words := make([]byte, 0, 4*len(tour))
		for _, city := range tour {
			words = binary.LittleEndian.AppendUint32(words, uint32(m.Order[city]))
		}
		hash.Write(words)
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// checkFirstTour returns an error if the schedule to repeat is of a run that started from another tour.
func checkFirstTour(m *model.Model, o Options) error {
	if o.Schedule == nil || o.Schedule.FirstTour == FirstTourSHA256(m) {
		return nil
	}
	return problem.Errorf("schedule: the run started from another tour: it had another instance, other candidates or another initial tour")
}
