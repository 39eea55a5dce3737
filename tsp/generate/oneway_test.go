package generate

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

// The matrix has the lengths of the shortest routes: each crossing reaches all others, no route by
// a third crossing is shorter, and routes are at least as long as without one-way streets. Some
// routes are longer than those back.
func TestOneWay(t *testing.T) {
	for _, n := range []int{3, 4, 5, 7, 12, 26, 49, 83} {
		in := must.Get(Instance("oneway", n, 1))(t)
		must.Do(t, in.Validate())
		longer, columns := 0, newStreets(n).columns
		for i := range n {
			for j := range n {
				blocks := int64(max(i/columns-j/columns, j/columns-i/columns) +
					max(i%columns-j%columns, j%columns-i%columns))
				direct := in.Distance(i, j)
				if direct < blocks*shortestBlock || direct >= noRoute {
					t.Fatalf("%d crossings: %d from %d to %d, %d blocks away", n, direct, i, j, blocks)
				}
				if direct > in.Distance(j, i) {
					longer++
				}
				for k := range n {
					if by := in.Distance(i, k) + in.Distance(k, j); by < direct {
						t.Fatalf("%d crossings: %d from %d to %d, %d by %d", n, direct, i, j, by, k)
					}
				}
			}
		}
		if n >= 26 && longer < n {
			t.Errorf("%d crossings: only %d routes are longer than those back", n, longer)
		}
	}
}

// The matrix is the same as in earlier versions.
func TestOneWayGolden(t *testing.T) {
	in := must.Get(Instance("oneway", 1000, 1))(t)
	hash := sha256.New()
	binary.Write(hash, binary.LittleEndian, in.Weights)
	if got := hex.EncodeToString(hash.Sum(nil)[:8]); got != "35332af8c70f356d" {
		t.Errorf("the hash of the matrix is %s", got)
	}
}
