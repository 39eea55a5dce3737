package tsp_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// The hash is of the documented bytes. It differs if anything differs that lengths depend on.
func TestInstanceSHA256(t *testing.T) {
	in := must.Get(generate.Instance("uniform", 10_000, 1))(t)
	bytes := []byte("TSP\nEUC_2D\n")
	for _, v := range slices.Concat(in.X, in.Y) {
		bytes = binary.LittleEndian.AppendUint64(bytes, math.Float64bits(v))
	}
	sum := sha256.Sum256(bytes)
	name := in.SHA256()
	if name != hex.EncodeToString(sum[:]) {
		t.Errorf("the hash is %s", name)
	}
	in.Name, in.Comment = "another", "of the same cities"
	if in.SHA256() != name {
		t.Error("names change the hash")
	}
	in.X[9999] += 1e-9
	moved := in.SHA256()
	in.Metric = tsp.CEIL2D
	in.Fixed = []tsp.Edge{{4, 3}, {0, 9999}}
	fixed := in.SHA256()
	if in.Fixed = []tsp.Edge{{0, 9999}, {3, 4}}; in.SHA256() != fixed {
		t.Error("the order of fixed edges changes the hash")
	}
	in.Fixed = in.Fixed[:1]
	oneFixed := in.SHA256()
	in.Fixed = nil
	matrix := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.Explicit, Weights: []int32{0, 1, 2, 1, 0, 3, 2, 3, 0}}
	one := matrix.SHA256()
	matrix.Weights[8] = 1
	all := []string{name, moved, fixed, oneFixed, in.SHA256(), one, matrix.SHA256()}
	slices.Sort(all)
	if len(slices.Compact(all)) != 7 {
		t.Errorf("different instances have equal hashes: %v", all)
	}
}
