package pipeline

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/shaders"
)

// testRecording returns a small recording: fill writes a, sum reads a and writes b, and both read
// and write state.
func testRecording() Recording {
	return Recording{
		Buffers: []Buffer{{"a", 10}, {"b", 20}, {"state", 6}},
		Values:  map[string]uint32{"cities": 7},
		Passes: []Pass{
			{Stage: "fill", Shader: testShader("fill", "state r", "a w"), Constants: map[string]uint32{GroupSize: 64},
				Units: 100},
			{Stage: "sum", Shader: testShader("sum", "a r", "b rw"), Constants: map[string]uint32{GroupSize: 64},
				Units: 7, Groups: 5},
			{Stage: "end", Shader: testShader("end", "b r", "state rw"), Constants: map[string]uint32{GroupSize: 64},
				Units: 1, Groups: 1},
		},
		Readback: []string{"b"},
	}
}

// testShader returns a shader with bindings such as "a r" or "b rw".
func testShader(name string, bindings ...string) *shaders.Shader {
	s := &shaders.Shader{Name: name, Interface: shaders.Interface{
		Push: []string{"first", "count", "cities"}, Constants: []shaders.Constant{{Name: GroupSize}},
	}}
	for _, b := range bindings {
		buffer, access, _ := strings.Cut(b, " ")
		s.Bindings = append(s.Bindings, shaders.Binding{Name: buffer, Reads: strings.Contains(access, "r"),
			Writes: strings.Contains(access, "w")})
	}
	return s
}

func TestBatchesDivideWorkGroups(t *testing.T) {
	r := testRecording()
	r.Passes[1].Shader.Push = append(r.Passes[1].Shader.Push, "first_group")
	r.Passes[1].Batch, r.Passes[1].Batches = 2, 3
	if diff := cmp.Diff([]uint32{0, 7, 7, 2 * 5}, r.push(Slice{Pass: 1, First: 0, Count: 7})); diff != "" {
		t.Errorf("push constants of the third batch of 5 work-groups (-want +got):\n%s", diff)
	}
}

func TestValidateNamesTheMistake(t *testing.T) {
	for want, change := range map[string]func(*Recording){
		`"a" is defined twice`:       func(r *Recording) { r.Buffers = append(r.Buffers, Buffer{"a", 1}) },
		`"a" is defined twice or`:    func(r *Recording) { r.Buffers[0].Words = 0 },
		`no buffer "b"`:              func(r *Recording) { r.Buffers = append(r.Buffers[:1], r.Buffers[2]) },
		`no stage uses buffer`:       func(r *Recording) { r.Buffers = append(r.Buffers, Buffer{"c", 1}) },
		`no value "cities"`:          func(r *Recording) { r.Values = nil },
		`GROUP_SIZE is not set`:      func(r *Recording) { r.Passes[0].Constants = nil },
		`no specialization const`:    func(r *Recording) { r.Passes[0].Constants["VECTORS"] = 1 },
		`it has no units`:            func(r *Recording) { r.Passes[1].Units = 0 },
		`the passes of a loop`:       func(r *Recording) { r.Passes[0].Loop, r.Passes[1].Loop = 1, 1 },
		`no buffer "c" to read back`: func(r *Recording) { r.Readback = []string{"c"} },
	} {
		r := testRecording()
		change(&r)
		var mistake *RecordingError
		if err := r.Validate(); !errors.As(err, &mistake) || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
}

func TestPushConstantsAndGroups(t *testing.T) {
	r := testRecording()
	if diff := cmp.Diff([]uint32{3, 4, 7}, r.push(Slice{Pass: 0, First: 3, Count: 4})); diff != "" {
		t.Errorf("push constants (-want +got):\n%s", diff)
	}
	for _, c := range []struct {
		slice Slice
		maxX  uint32
		want  [3]uint32
	}{
		{Slice{0, 0, 100}, 65535, [3]uint32{100, 1, 1}},
		{Slice{0, 0, 100}, 30, [3]uint32{30, 4, 1}},
		{Slice{1, 0, 7}, 65535, [3]uint32{5, 1, 1}},
	} {
		if got := r.workGroups(c.slice, c.maxX); got != c.want {
			t.Errorf("groups of %+v up to %d: %v, want %v", c.slice, c.maxX, got, c.want)
		}
	}
}

// Passes of a loop alternate, unit by unit. The pass after the loop follows the last unit.
func TestPassesOfALoopAlternate(t *testing.T) {
	passes := []Pass{{Units: 9}, {Units: 9, Loop: 1}, {Units: 9, Loop: 1}, {Units: 9, Loop: 2}}
	var after []int
	for pass := range passes {
		after = append(after, LoopEnd(passes, pass))
	}
	if diff := cmp.Diff([]int{1, 3, 3, 4}, after); diff != "" {
		t.Errorf("passes after each (-want +got):\n%s", diff)
	}
	for _, c := range []struct {
		slice Slice
		want  []Slice
	}{
		{Slice{0, 2, 5}, []Slice{{0, 2, 5}}},
		{Slice{1, 4, 2}, []Slice{{1, 4, 1}, {2, 4, 1}, {1, 5, 1}, {2, 5, 1}}},
		{Slice{3, 0, 2}, []Slice{{3, 0, 1}, {3, 1, 1}}},
	} {
		if diff := cmp.Diff(c.want, expandLoop(passes, c.slice)); diff != "" {
			t.Errorf("dispatches of %+v (-want +got):\n%s", c.slice, diff)
		}
	}
	if with, without := MaxIterationsInFlight(passes), MaxIterationsInFlight(passes[:3]); with >= without {
		t.Errorf("%d iterations of three slices and %d of two can be in flight", with, without)
	}
}

// There is a barrier for a buffer between any two slices that access it if one of them writes it.
// There is also one before the first slice that accesses it, because of earlier submissions.
func TestBarriersSeparateEveryConflict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var passes []Pass
		for range rapid.IntRange(1, 6).Draw(t, "passes") {
			var bindings []string
			for _, name := range []string{"a", "b", "c", "d"} {
				if access := rapid.SampledFrom([]string{"", " r", " w", " rw"}).Draw(t, name); access != "" {
					bindings = append(bindings, name+access)
				}
			}
			passes = append(passes, Pass{Shader: testShader("any", bindings...), Units: 9})
		}
		var submission []Slice
		for range rapid.IntRange(1, 30).Draw(t, "slices") {
			submission = append(submission, Slice{Pass: rapid.IntRange(0, len(passes)-1).Draw(t, "pass"), Count: 1})
		}
		barriers := Barriers(passes, submission)
		for later := range submission {
			for _, b := range passes[submission[later].Pass].Shader.Bindings {
				earlier, conflict := later-1, false
				for ; earlier >= 0 && !conflict; earlier-- {
					for _, a := range passes[submission[earlier].Pass].Shader.Bindings {
						conflict = conflict || a.Name == b.Name && (a.Writes || b.Writes)
					}
				}
				between := barriers[earlier+1 : later+1]
				if conflict {
					between = between[1:] // a barrier before the earlier slice does not separate the two
				}
				if !slices.ContainsFunc(between, func(names []string) bool { return slices.Contains(names, b.Name) }) {
					t.Fatalf("slice %d uses %s after slice %d without a barrier: %v", later, b.Name, earlier+1,
						barriers)
				}
			}
		}
	})
}

// Consecutive reads of a buffer need no barrier.
func TestNoBarriersBetweenReaders(t *testing.T) {
	passes := []Pass{{Shader: testShader("reader", "a r")}}
	barriers := Barriers(passes, []Slice{{}, {}, {}})
	if len(barriers[0]) != 1 || len(barriers[1])+len(barriers[2]) != 0 {
		t.Errorf("barriers of three readers: %v", barriers)
	}
}
