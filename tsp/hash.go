package tsp

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
)

// SHA256 returns a hash, in hexadecimal, of all that distances depend on: the kind and the metric, a line each, then the
// coordinates, axis by axis, as float64, or the weights as 32-bit words, both little-endian. If edges are fixed, "FIXED_EDGES\n" follows and their
// cities as 32-bit words: the smaller city of each edge first, the edges in ascending order. With metric HAVERSINE the decimals of the unit
// follow the metric, on a line of their own.
func (in *Instance) SHA256() string {
	hash := sha256.New()
	hash.Write([]byte(string(in.Kind) + "\n" + string(in.Metric) + "\n")) // a hash never fails to write
	if in.Metric.row().metres {
		fmt.Fprintf(hash, "%d\n", in.Unit.Decimals)
	}
	const block = 4096 // words at a time
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
	if len(in.Fixed) > 0 {
		hash.Write([]byte("FIXED_EDGES\n"))
		for _, e := range in.SortedFixed() {
			bytes = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(bytes[:0], uint32(e[0])), uint32(e[1]))
			hash.Write(bytes)
		}
	}
	return hex.EncodeToString(hash.Sum(nil))
}
