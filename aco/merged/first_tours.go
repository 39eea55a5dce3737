package merged

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/option"
)

// firstTourSHA256 returns the hash of the initial tour, and of the others if colonies start from
// different tours: the caller's numbers of the cities, from 0 on, as little-endian 32-bit words.
// Start and direction of a tour count. If the candidates are not the near cities, which determine
// the tours, it includes the candidates.
func firstTourSHA256(m *model.Model) string {
	hash := sha256.New()
	lists := append([][]uint32{m.StartTour}, m.NoisyTours...)
	if !slices.Equal(m.Candidates, m.Near) {
		lists = append(lists, m.Candidates)
	}
	for _, list := range lists {
		words := make([]byte, 0, 4*len(list))
		for _, city := range list {
			words = binary.LittleEndian.AppendUint32(words, uint32(m.Order[city]))
		}
		hash.Write(words)
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// checkFirstTour returns an error if the schedule to repeat is of a run that started from another
// tour, or that had no fixed edges.
func checkFirstTour(m *model.Model, o Options) error {
	switch {
	case o.Schedule == nil:
		return nil
	case o.Schedule.EdgeAssembly && m.HasFixed():
		return option.Errorf("schedule: the run had edge assembly; no run with fixed edges has it")
	case o.Schedule.FirstTour == firstTourSHA256(m):
		return nil
	}
	return option.Errorf("schedule: the run started from another tour: it had another instance, other candidates or another initial tour")
}
