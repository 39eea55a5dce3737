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
	data := make([]byte, 0, cityBytes*len(tour))
	for _, city := range tour {
		data = binary.LittleEndian.AppendUint32(data, uint32(city))
	}
	return data
}

// DecodeTour returns the tour that EncodeTour encoded. The caller verifies it on its instance.
func DecodeTour(data []byte) (tsp.Tour, error) {
	if len(data)%cityBytes != 0 {
		return nil, fmt.Errorf("a stored tour of %d bytes: the size is no multiple of %d", len(data), cityBytes)
	}
	tour := make(tsp.Tour, len(data)/cityBytes)
	for i := range tour {
		tour[i] = int32(binary.LittleEndian.Uint32(data[cityBytes*i:]))
	}
	return tour, nil
}
