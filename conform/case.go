package conform

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/aco/classic"
	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Case is an algorithm with its parameters on one input. A device and the reference both compute
// it.
type Case struct {
	Common
	Parameters classicmodel.Parameters // of Ant System, MMAS and ACS
	Kernel     classic.KernelConfig    // of Ant System, MMAS and ACS
	Merged     model.Parameters        // of merged ants
}

// Common holds the fields that cases of all algorithms have.
type Common struct {
	Input      Input                  `json:"input"`
	Algorithm  classicmodel.Algorithm `json:"algorithm"`
	Iterations int                    `json:"iterations"` // 1 to MaxIterations
	// FirstIteration is the number of the first iteration, counted from 0: the case begins as late
	// in a run.
	FirstIteration uint32 `json:"first_iteration,omitempty"`
	// Shuffled reverses random segments of the first tours of merged ants, so that ants find many
	// moves and long changes. Each stage of MMAS, ACS and Ant System reads data that are drawn, in
	// place of what earlier stages have left: numbers of all magnitudes, and few values with many
	// ties.
	Shuffled bool `json:"shuffled,omitempty"`
	// Large makes the device use the shaders of merged ants for large instances.
	Large bool `json:"large,omitempty"`
	// GivenAnts uploads what the ants of the reference find, instead of running merged ants on the
	// device: tens of thousands take software devices a minute.
	GivenAnts bool `json:"given_ants,omitempty"`
	// Statistics is the number of iterations of MMAS, ACS and Ant System from one row of statistics to
	// the next; 0: none are collected.
	Statistics int `json:"statistics,omitempty"`
	// Whole compares the final tours of two whole runs instead of every buffer after every stage.
	Whole bool   `json:"whole,omitempty"`
	Seed  uint64 `json:"seed,omitempty"`
}

const (
	// MaxIterations is the largest number of iterations of a case.
	MaxIterations = 10_000
	// maxFirstIteration keeps the numbers of all iterations in 32 bits.
	maxFirstIteration = math.MaxUint32 - MaxIterations
)

// algorithms are the algorithms of cases.
var algorithms = append([]classicmodel.Algorithm{merged.Algorithm}, classicmodel.Algorithms...)

// exampleCase is shown in errors.
const exampleCase = "input=uniform:33:1,algorithm=mmas,iterations=2,ants=5"

// method returns the method of the case's algorithm.
func (c Case) method() method { return methodOf(c.Algorithm) }

// passes returns the passes of an iteration of the case on a device with these limits.
func (c Case) passes(limits pipeline.Limits) ([]pipeline.Pass, error) {
	instance, err := c.Input.instance()
	if err != nil {
		return nil, err
	}
	return c.method().passes(c, instance, limits)
}

// What is drawn for a case: where its stages are cut into dispatches, and the data of its stages.
const (
	drawCuts = iota
	drawData
)

// random returns random numbers for a part of the case. Equal cases have equal ones.
func (c Case) random(part uint64) *rand.Rand {
	seed := fnv.New64a()
	seed.Write([]byte(c.String()))
	return rand.New(rand.NewPCG(seed.Sum64(), part))
}

// possible reports whether some device could run the case. The reference refuses only cases that
// no device can run.
func (c Case) possible() (bool, error) {
	instance, err := c.Input.instance()
	if err != nil {
		return false, err
	}
	err = c.method().plan(c, instance)
	if refusal(err) != "" {
		return false, nil
	}
	return err == nil, err
}

// openPair opens the pair of a case. A case that cannot run is an *option.Error or a
// *pipeline.TooLargeError.
func (c Case) openPair(ctx context.Context, device *vk.Device) (pair, error) {
	instance, err := c.Input.instance()
	if err != nil {
		return nil, err
	}
	return c.method().open(ctx, c, instance, device)
}

// String returns the case as names and values without spaces, such as
// input=uniform:33:1,algorithm=mmas,iterations=2,ants=8,... ParseCase reads it.
func (c Case) String() string {
	object, err := json.Marshal(c.method().jsonFields(&c))
	if err != nil {
		return err.Error() // only a NaN or an infinite parameter gets here
	}
	decoder := json.NewDecoder(bytes.NewReader(object))
	decoder.UseNumber()
	var words []string
	for i := 0; ; i++ { // the opening brace, then names and values in turn
		token, err := decoder.Token()
		if err != nil {
			return strings.Join(words, ",")
		}
		switch {
		case i == 0 || token == json.Delim('}'):
		case i%2 == 1:
			words = append(words, fmt.Sprint(token))
		default:
			words[len(words)-1] += fmt.Sprintf("=%v", token)
		}
	}
}

// ParseCase reads the text or the name of a case. Parameters that the text does not name have defaults: alpha,
// beta and rho their published values, all others the defaults of a run. An unknown or repeated
// name and an invalid value are an *option.Error. The combination of parameters is checked when
// the case runs.
func ParseCase(text string) (Case, error) {
	values := map[string]json.RawMessage{}
	for word := range strings.SplitSeq(strings.ReplaceAll(text, "/", ","), ",") {
		name, value, found := strings.Cut(word, "=")
		if _, repeated := values[name]; !found || repeated || strings.ContainsFunc(name, notInNames) {
			return Case{}, option.Errorf(
				"case: %q is not a new name with a value; a case looks like %s", word, exampleCase,
			)
		}
		values[name] = rawValue(value)
	}
	c, err := decodeCase(values)
	if err != nil {
		return c, err
	}
	if !slices.Contains(algorithms, c.Algorithm) {
		return c, option.Errorf("case: algorithm %q is not one of as, mmas, acs, merged", c.Algorithm)
	}
	if c.Iterations < 1 || c.Iterations > MaxIterations {
		return c, option.Errorf("case: iterations must be 1 to %d, not %d", MaxIterations, c.Iterations)
	}
	if c.FirstIteration > maxFirstIteration {
		return c, option.Errorf("case: first_iteration must be 0 to %d, not %d", maxFirstIteration, c.FirstIteration)
	}
	ofMerged := c.Large || c.GivenAnts
	if c.Whole && (c.FirstIteration > 0 || c.Shuffled || ofMerged) || ofMerged && c.Algorithm != merged.Algorithm {
		return c, option.Errorf("case: whole runs begin at iteration 0; only stages can be shuffled, " +
			"and only stages of merged ants can be large or have given ants")
	}
	if c.Statistics < 0 || c.Statistics > MaxIterations || c.Statistics > 0 && (c.Whole || c.Algorithm == merged.Algorithm) {
		return c, option.Errorf("case: statistics must be 0 to %d, for stages of as, mmas and acs, not %d", MaxIterations,
			c.Statistics)
	}
	return c, c.Input.validate()
}

// decodeCase makes a case of its names and values.
func decodeCase(values map[string]json.RawMessage) (c Case, err error) {
	object, err := json.Marshal(values)
	if err != nil {
		return c, option.Errorf("case: %v", err)
	}
	c.Algorithm = classicmodel.Algorithm(bytes.Trim(values["algorithm"], `"`))
	c.method().setDefaults(&c)
	decoder := json.NewDecoder(bytes.NewReader(object))
	decoder.DisallowUnknownFields()
	err = decoder.Decode(c.method().jsonFields(&c))
	if kind := (*json.UnmarshalTypeError)(nil); errors.As(err, &kind) {
		field := kind.Field[strings.LastIndexByte(kind.Field, '.')+1:]
		return c, option.Errorf("case: %s=%s is not a valid value", field, bytes.Trim(values[field], `"`))
	}
	if err != nil { // a case of another version may have other names
		return c, option.Errorf("case: %v; a case is repeated by the version that printed it", err)
	}
	c.copyCommon()
	return c, nil
}

// notInNames reports whether a letter is in no parameter's name. Capitals are in none: package
// json ignores case, so it would accept one name in two spellings.
func notInNames(letter rune) bool {
	return (letter < 'a' || letter > 'z') && (letter < '0' || letter > '9') && letter != '_'
}

// copyCommon copies the algorithm and the seed to the parameters.
func (c *Case) copyCommon() {
	c.Parameters.Algorithm, c.Parameters.Seed, c.Merged.Seed = c.Algorithm, c.Seed, c.Seed
}

// rawValue returns a number or a boolean as it is, and anything else as a JSON string.
func rawValue(value string) json.RawMessage {
	var any any
	if err := json.Unmarshal([]byte(value), &any); err == nil {
		switch any.(type) {
		case float64, bool:
			return json.RawMessage(value)
		}
	}
	quoted, _ := json.Marshal(value) // a string has no marshalling error
	return quoted
}
