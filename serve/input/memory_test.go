package input

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// A check of an open path with a free end does not make the matrix of all places, and options that take
// more memory than the machine has are refused without taking it.
func TestCheckTakesLittleMemory(t *testing.T) {
	var text strings.Builder
	text.WriteString("x,y\n")
	const cities = 20_000
	for city := range cities {
		fmt.Fprintf(&text, "%d,%d\n", city%150, city/150)
	}
	in := must.Get(Read(t.Context(), strings.NewReader(text.String()), job.Input{}, format.Limits{}))(t)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := Check(t.Context(), job.Options{Start: job.Place{Text: "2"}, Open: true}, in, nil)
	runtime.ReadMemStats(&after)
	if matrix := uint64(4 * cities * cities); err != nil || after.TotalAlloc-before.TotalAlloc > matrix/8 {
		t.Errorf("%d bytes, error %v", after.TotalAlloc-before.TotalAlloc, err)
	}
	if err := Check(t.Context(), job.Options{Start: job.Place{Text: "7"}, End: job.Place{Text: "7"}}, in, nil); err == nil {
		t.Error("a path from a city to itself")
	}
	// Its tours take 671 GB, which no machine has for tests.
	many := job.Options{Algorithm: "mmas", Ants: 8_000_000, TimeLimit: job.Duration(time.Second)}
	if err := Check(t.Context(), many, in, nil); Kind(err) != "too-large" || !strings.Contains(Text(err), "set ants to at most ") {
		t.Errorf("too many ants: %v", err)
	}
}
