package export

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/aco-vk/aco-vk/conform/lockstep"
)

// Stage is a stage of a case: what a device is given, what it made of it if it ran, and what is right.
type Stage struct {
	Case       string // the case with this stage
	Name       string
	Iteration  int // counted from 1
	Device     string
	Driver     string
	Version    string // of the program
	Buffers    []Buffer
	Modules    []Module
	Dispatches []Dispatch
}

// Buffer is a storage buffer.
type Buffer struct {
	Name          string
	Before, After []uint32               // on the device; After is nil if the stage did not run
	Expected      []lockstep.Expectation // words that the stage must leave, in order; the others are undefined
}

// Module is a pipeline.
type Module struct {
	Name          string
	SPIRV         []byte
	Constants     []Constant // values of specialization constants
	Source        Source
	SubgroupSize  uint32 // of the device's subgroups; 0: the module has no subgroup operations
	RequireSize   bool   // the pipeline requires that size
	FullSubgroups bool   // the pipeline requires full subgroups
	PushBytes     uint32
	Buffers       []int // index of the buffer at each binding of descriptor set 0
}

// Constant is a specialization constant with its value.
type Constant struct {
	Name      string
	ID, Value uint32
}

// Source is the GLSL of a module.
type Source struct {
	File   string // the main file, relative to the folder of the shaders
	Macros []string
}

// Dispatch runs a module.
type Dispatch struct {
	Module   int
	Push     []uint32
	Groups   [3]uint32
	Barriers []int // buffers with a barrier before the dispatch
}

// maxWords is the most words of all buffers. A program with more takes compilers minutes.
const maxWords = 4 << 20

// ErrTooLarge is the error of a stage with too much data for a program.
var ErrTooLarge = errors.New("the stage has too much data")

// check returns an error if the stage cannot be written.
func (s *Stage) check() error {
	words := 0
	for _, b := range s.Buffers {
		words += len(b.Before)
	}
	if words > maxWords {
		return fmt.Errorf("export stage %s: %d words of buffers, want at most %d: %w; export a smaller case", s.Name,
			words, maxWords, ErrTooLarge)
	}
	return nil
}

// Wrong returns the number of expected words that the device has wrong.
func (s *Stage) Wrong() (wrong int) {
	for _, b := range s.Buffers {
		for _, r := range b.Expected {
			for i, word := range r.Words {
				if b.After[r.First+i] != word {
					wrong++
				}
			}
		}
	}
	return wrong
}

// title is the first line of every file.
func (s *Stage) title() string {
	device := s.Device
	if s.Driver != "" {
		device += " (" + s.Driver + ")"
	}
	how := "for"
	if s.ran() {
		how = "on"
	}
	return fmt.Sprintf("stage %s of iteration %d of %s, by aco-vk %s %s %s", s.Name, s.Iteration, s.Case, s.Version, how, device)
}

// ran reports whether a device has run the stage.
func (s *Stage) ran() bool {
	return slices.ContainsFunc(s.Buffers, func(b Buffer) bool { return b.After != nil })
}

// Repeats reports whether the stage has the name, modules, dispatches and data of another one.
func (s *Stage) Repeats(other Stage) bool {
	return s.Name == other.Name && reflect.DeepEqual(s.Modules, other.Modules) &&
		reflect.DeepEqual(s.Dispatches, other.Dispatches) && reflect.DeepEqual(s.Buffers, other.Buffers)
}
