package tsp

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
)

// SHA256 returns a name for what tours of the instance and their lengths depend on: the hash, in hexadecimal, of its kind and metric, a
// line each, and then of its coordinates, axis by axis, as float64, or of its weights as 32-bit words, low bytes first.
func (in *Instance) SHA256() string {
	hash := sha256.New()
	hash.Write([]byte(string(in.Kind) + "\n" + string(in.Metric) + "\n")) // a hash never fails to write
	const block = 4096                                                    // words at a time
	var bytes []byte
	for _, axis := range [][]float64{in.X, in.Y, in.Z} {
		for i, v := range axis {
			if bytes = binary.LittleEndian.AppendUint64(bytes, math.Float64bits(v)); len(bytes) >= 8*block || i == len(axis)-1 {
				hash.Write(bytes)
				bytes = bytes[:0]
			}
		}
	}
	for i, w := range in.Weights {
		if bytes = binary.LittleEndian.AppendUint32(bytes, uint32(w)); len(bytes) >= 4*block || i == len(in.Weights)-1 {
			hash.Write(bytes)
			bytes = bytes[:0]
		}
	}
	return hex.EncodeToString(hash.Sum(nil))
}
