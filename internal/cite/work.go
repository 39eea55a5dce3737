package cite

import (
	"fmt"
	"strconv"
)

// Kind is the kind of a publication, as an entry of BibTeX.
type Kind string

// The kinds.
const (
	Article  Kind = "article"       // In is a journal
	InBook   Kind = "inproceedings" // In is the proceedings
	Thesis   Kind = "phdthesis"     // In is the university
	Software Kind = "misc"          // which every style has
)

// fieldOfIn is the field of BibTeX for In.
var fieldOfIn = map[Kind]string{Article: "journal", InBook: "booktitle", Thesis: "school"}

// Person is an author. Given is empty if Family is the whole name, as of a group.
type Person struct{ Given, Family string }

// Work is a publication, or a version of the program. Empty fields are unknown or do not apply.
type Work struct {
	Key     string // such as zhou2017; unique
	Kind    Kind
	Authors []Person
	Title   string
	In      string
	Year    int
	Volume  string
	Number  string
	Pages   string // first-last, or the number of the article
	DOI     string
	URL     string
	Version string
	Commit  string
}

// Short returns the authors and the year as a text names them: Zhou et al. 2017.
func (w Work) Short() string {
	year := " " + strconv.Itoa(w.Year)
	switch len(w.Authors) {
	case 1:
		return w.Authors[0].Family + year
	case 2:
		return w.Authors[0].Family + " and " + w.Authors[1].Family + year
	}
	return w.Authors[0].Family + " et al." + year
}

// Named returns the work with a key. It panics if there is none: keys are constants of the program.
func Named(key string) Work {
	for _, w := range Works {
		if w.Key == key {
			return w
		}
	}
	panic(fmt.Sprintf("cite: no work %q", key))
}
