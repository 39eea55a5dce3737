package format

import (
	"errors"
	"fmt"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
)

// faults collects what is wrong with rows of an input, so that one message tells all of them.
type faults struct {
	first  error
	count  int
	places []string // the first ones
}

// add adds a fault of a row or a place, which where names.
func (f *faults) add(err error, where string) {
	const most = 5 // that are listed
	if f.count++; f.count == 1 {
		f.first = err
	}
	if len(f.places) < most {
		f.places = append(f.places, where)
	}
}

// list names the first places, and says how many more there are.
func (f *faults) list() string {
	text := strings.Join(f.places, ", ")
	if more := f.count - len(f.places); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// err returns the first fault, with the list of all if there are several; nil if there is none.
func (f *faults) err() error {
	if f.count < 2 {
		return f.first
	}
	all := fmt.Sprintf("; %d such faults: %s", f.count, f.list())
	var syntax *tsp.SyntaxError
	var other *tsp.Error
	if errors.As(f.first, &syntax) {
		syntax.Reason += all
	} else if errors.As(f.first, &other) {
		other.Reason += all
	}
	return f.first
}
