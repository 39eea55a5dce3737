package conform

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/problem"
)

// Case is one recipe on one input: what a device and the reference both do.
type Case struct {
	Common
	Parameters problem.Parameters // of all but merged ants
	Kernel     classic.KernelConfig
	Merged     model.Parameters // of merged ants
}

// Common is what cases of all algorithms have.
type Common struct {
	Input      Input             `json:"input"`
	Algorithm  problem.Algorithm `json:"algorithm"`
	Iterations int               `json:"iterations"`
	// Whole compares the tours that whole runs end with, not every stage.
	Whole bool   `json:"whole,omitempty"`
	Seed  uint64 `json:"seed,omitempty"`
}

// AlgorithmMerged is the algorithm of merged ants.
const AlgorithmMerged problem.Algorithm = "merged"

// MaxIterations bounds those of a case.
const MaxIterations = 10_000

// fields returns the case as what its text is made of, in the order of the text. Reading writes to it.
func (c *Case) fields() any {
	if c.Algorithm == AlgorithmMerged {
		return &struct {
			*Common
			*model.Parameters
		}{&c.Common, &c.Merged}
	}
	return &struct {
		*Common
		*problem.Parameters
		*classic.KernelConfig
	}{&c.Common, &c.Parameters, &c.Kernel}
}

// String is the case in one word: input=uniform:33:1,algorithm=mmas,iterations=2,ants=8 and so on. ParseCase reads it.
func (c Case) String() string {
	object, err := json.Marshal(c.fields())
	if err != nil {
		return err.Error() // of values that no case has
	}
	decoder := json.NewDecoder(bytes.NewReader(object))
	decoder.UseNumber()
	var words []string
	for i := 0; ; i++ { // the brace, then names and values by turns
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

// ParseCase reads what String wrote. A name that there is not, one given twice and a value that cannot be are a *problem.Error; what goes
// together is checked when the case runs.
func ParseCase(text string) (Case, error) {
	object := map[string]json.RawMessage{}
	for word := range strings.SplitSeq(text, ",") {
		name, value, found := strings.Cut(word, "=")
		if _, twice := object[name]; !found || twice || strings.ContainsFunc(name, foreign) {
			return Case{}, refuse("case: %q: it is made of different names with a value each, input=uniform:33:1,algorithm=as and so on", word)
		}
		object[name] = rawValue(value)
	}
	var c Case
	joined, err := json.Marshal(object)
	if err != nil {
		return c, refuse("case: %v", err)
	}
	if string(object["algorithm"]) == `"merged"` {
		c.Algorithm = AlgorithmMerged
	}
	decoder := json.NewDecoder(bytes.NewReader(joined))
	decoder.DisallowUnknownFields()
	err = decoder.Decode(c.fields())
	if kind := (*json.UnmarshalTypeError)(nil); errors.As(err, &kind) {
		field := kind.Field[strings.LastIndexByte(kind.Field, '.')+1:]
		return c, refuse("case: %s=%s is not a value that it can have", field, bytes.Trim(object[field], `"`))
	}
	if err != nil {
		return c, refuse("case: %v", err)
	}
	c.adopt()
	if c.Iterations < 1 || c.Iterations > MaxIterations {
		return c, refuse("case: iterations %d: there can be 1 to %d", c.Iterations, MaxIterations)
	}
	return c, c.Input.check()
}

// foreign says whether a name has no such letter. Package json takes names in other letters for the same, and one would be given twice.
func foreign(letter rune) bool {
	return (letter < 'a' || letter > 'z') && (letter < '0' || letter > '9') && letter != '_'
}

// adopt gives the parameters what the scope says of them.
func (c *Case) adopt() {
	c.Parameters.Algorithm, c.Parameters.Seed, c.Merged.Seed = c.Algorithm, c.Seed, c.Seed
}

// rawValue is a number or a truth as it is, else a string.
func rawValue(value string) json.RawMessage {
	var any any
	if err := json.Unmarshal([]byte(value), &any); err == nil {
		switch any.(type) {
		case float64, bool:
			return json.RawMessage(value)
		}
	}
	quoted, _ := json.Marshal(value) // of a string there is no error
	return quoted
}
