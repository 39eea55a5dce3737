package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// AntsHash is a hash of what the ants of a colony have found in all iterations. The zero value is
// the hash before the first one.
type AntsHash [sha256.Size]byte

// Add adds numbers that follow from the tours of an iteration.
func (h *AntsHash) Add(numbers ...uint64) {
	words := h[:]
	for _, number := range numbers {
		words = binary.LittleEndian.AppendUint64(words[:len(words):len(words)], number)
	}
	*h = sha256.Sum256(words)
}

// MarshalText returns the hash in hexadecimal digits.
func (h AntsHash) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(h[:])), nil }

// UnmarshalText reads hexadecimal digits.
func (h *AntsHash) UnmarshalText(text []byte) error {
	read, err := hex.DecodeString(string(text))
	if err == nil && len(read) != len(h) {
		err = hex.ErrLength
	}
	copy(h[:], read)
	return err
}

// JoinAnts returns the hash of all colonies in hexadecimal digits.
func JoinAnts(colonies []AntsHash) string {
	all := sha256.New()
	for _, h := range colonies {
		all.Write(h[:])
	}
	return hex.EncodeToString(all.Sum(nil))
}
