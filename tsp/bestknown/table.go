package bestknown

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"github.com/aco-vk/aco-vk/tsp"
)

// published is an instance of the literature with its best known tour.
type published struct {
	name    string
	cities  int
	kind    tsp.Kind
	metric  tsp.Metric
	best    int64 // length of the best known tour
	inOrder int64 // as lengthInOrder; 0: not known
}

// publishedFixed has the fixed edges of published instances.
var publishedFixed = map[string][]tsp.Edge{"linhp318": {{0, 213}}}

//go:embed published.tsv
var publishedText string

// publishedInstances returns the rows of the table. A line with # is a comment.
var publishedInstances = sync.OnceValue(func() (list []published) {
	for line := range strings.Lines(publishedText) {
		var p published
		if _, err := fmt.Sscan(line, &p.name, &p.cities, &p.kind, &p.metric, &p.best, &p.inOrder); err == nil {
			list = append(list, p)
		}
	}
	return list
})
