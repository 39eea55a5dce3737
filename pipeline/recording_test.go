package pipeline

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/shaders"
)

// testRecording returns a small recording: fill writes a, sum reads a and writes b, and both read and write state.
func testRecording() Recording {
	return Recording{
		Buffers: []Buffer{{"a", 10}, {"b", 20}, {"state", 6}},
		Values:  map[string]uint32{"cities": 7},
		Passes: []Pass{
			{Stage: "fill", Shader: testShader("fill", "state r", "a w"), Constants: map[string]uint32{GroupSize: 64}, Units: 100},
			{Stage: "sum", Shader: testShader("sum", "a r", "b rw"), Constants: map[string]uint32{GroupSize: 64}, Units: 7, Groups: 5},
			{Stage: "end", Shader: testShader("end", "b r", "state rw"), Constants: map[string]uint32{GroupSize: 64}, Units: 1, Groups: 1},
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
		s.Bindings = append(s.Bindings, shaders.Binding{Name: buffer, Reads: strings.Contains(access, "r"), Writes: strings.Contains(access, "w")})
	}
	return s
}

func TestValidateAcceptsCompleteRecording(t *testing.T) {
	r := testRecording()
	if err := r.Validate(); err != nil {
		t.Error(err)
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
