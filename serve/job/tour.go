package job

import (
	"encoding/binary"
	"fmt"

	"github.com/aco-vk/aco-vk/tsp"
)

// cityBytes is the size of a city in a stored tour.
const cityBytes = 4

// EncodeTour returns a tour as the store has it: its cities, numbered from 0, as unsigned 32-bit
// words, the low byte first. A browser draws these words as they are.
func EncodeTour(tour tsp.Tour) []byte {
	data, _ := binary.Append(nil, binary.LittleEndian, []int32(tour)) // the type has no error
	return data
}

// DecodeTour returns the tour that EncodeTour encoded. The caller verifies it on its instance.
func DecodeTour(data []byte) (tsp.Tour, error) {
	if len(data)%cityBytes != 0 {
		return nil, fmt.Errorf("a stored tour of %d bytes: the size is no multiple of %d", len(data), cityBytes)
	}
	tour := make(tsp.Tour, len(data)/cityBytes)
	_, err := binary.Decode(data, binary.LittleEndian, []int32(tour))
	return tour, err
}
