package export

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/conform/lockstep"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/shaders/reflect"
)

// module returns a module of a shader with values for all its constants.
func module(t *testing.T, s *shaders.Shader) Module {
	t.Helper()
	code := must.Get(s.SPIRV())(t)
	m := Module{Name: s.Name, SPIRV: code}
	for i, c := range s.Constants {
		m.Constants = append(m.Constants, Constant{Name: c.Name, ID: c.ID, Value: c.Default + uint32(i) + 1})
	}
	return m
}

// An exported module has the values of the case as defaults of its constants, and is else the same.
func TestConstantsBecomeDefaults(t *testing.T) {
	for _, s := range shaders.All {
		m := module(t, s)
		words := must.Get(m.words())(t)
		read := must.Get(reflect.Read(reflect.Bytes(words)))(t)
		values := map[uint32]uint32{}
		for _, c := range m.Constants {
			values[c.ID] = c.Value
		}
		for _, c := range read.Constants {
			if want := values[c.ID]; c.Default != want {
				t.Errorf("%s: constant %d has the default %d, want %d", s.Name, c.ID, c.Default, want)
			}
		}
		got, err := reflect.ReadNeeds(reflect.Bytes(words), nil)
		want, failed := reflect.ReadNeeds(m.SPIRV, values)
		if err := errors.Join(err, failed); err != nil || !cmp.Equal(got, want) {
			t.Errorf("%s: needs %+v, want %+v: %v", s.Name, got, want, err)
		}
	}
}

// A module that is cut off is an error.
func TestInvalidModule(t *testing.T) {
	m := module(t, &shaders.Best)
	for _, code := range [][]byte{nil, {1, 2, 3}, m.SPIRV[:24]} {
		m.SPIRV = code
		if _, err := m.words(); err == nil {
			t.Errorf("%d bytes are no error", len(code))
		}
	}
}

// small is a stage with one wrong word.
func small(t *testing.T) Stage {
	m := module(t, &shaders.Best)
	m.Buffers = []int{0}
	return Stage{
		Name: "best", Modules: []Module{m}, Dispatches: []Dispatch{{Groups: [3]uint32{1, 1, 1}}},
		Buffers: []Buffer{{
			Name: "state", Before: []uint32{1, 2, 3, 4}, After: []uint32{1, 2, 7, 4},
			Expected: []lockstep.Expectation{{First: 0, Words: []uint32{1}}, {First: 2, Words: []uint32{6, 4}}},
		}},
	}
}

// Every file of a stage has its words.
func TestFilesHaveTheWords(t *testing.T) {
	s, folder := small(t), t.TempDir()
	must.Do(t, s.Write(folder))
	for name, want := range map[string][]string{
		"README.txt":      {"1 expected words are wrong", "state[2] was 3, is 7, must be 6"},
		"reproduce.c":     {"before_0[] = {1,2,3,4};", "ranges_0[] = {{0, 1}, {2, 2}, {0, 0}};", "expected_0[] = {1,6,4};"},
		"reproduce.amber": {"FILE best_0.spv\n", "DATA\n1 2 3 4\nEND", "IDX 0 EQ 1\n", "IDX 8 EQ 6 4\n", "RUN dispatch_0 1 1 1\n"},
		"reproduce.vk_shader_test": {
			"ssbo 0 subdata uint 0 1 2 3 4\n", "compute 1 1 1\n", "probe ssbo uint 0 0 == 1\n", "probe ssbo uint 0 8 == 6 4\n",
		},
	} {
		text := must.Get(os.ReadFile(filepath.Join(folder, name)))(t)
		for _, part := range want {
			if !strings.Contains(string(text), part) {
				t.Errorf("%s lacks %q", name, part)
			}
		}
	}
	after, err := os.ReadFile(filepath.Join(folder, "state.after"))
	if err != nil || !slices.Equal(after, reflect.Bytes(s.Buffers[0].After)) {
		t.Errorf("state.after is %v, %v", after, err)
	}
}

// A script for Amber names one feature of the control of subgroups: with two, Amber 2026 hangs.
func TestAmberHasOneFeatureOfSubgroupSizes(t *testing.T) {
	s := small(t)
	s.Modules[0].SubgroupSize, s.Modules[0].RequireSize, s.Modules[0].FullSubgroups = 8, true, true
	var text strings.Builder
	must.Do(t, s.writeAmber(&text))
	if count := strings.Count(text.String(), "DEVICE_FEATURE SubgroupSizeControl."); count != 1 ||
		!strings.Contains(text.String(), "REQUIRED_SIZE 8\n") {
		t.Errorf("%d features:\n%s", count, text.String())
	}
}

// A folder with files and a stage that is too large are refused, and nothing is written.
func TestRefusedStages(t *testing.T) {
	s, folder := small(t), t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(folder, "mine"), nil, 0o600))
	if err := s.Write(folder); err == nil || !strings.Contains(err.Error(), "new or empty folder") {
		t.Errorf("a folder with files: %v", err)
	}
	s.Buffers[0].Before = make([]uint32, maxWords+1)
	large := filepath.Join(folder, "large")
	if err := s.Write(large); !errors.Is(err, ErrTooLarge) {
		t.Errorf("too many words: %v", err)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}
