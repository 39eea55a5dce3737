package anytime

import (
	"cmp"
	"embed"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/aco-vk/aco-vk/bench"
)

// figureFiles has errors in percent, in the format of package bench's figures. A column name is a number of seconds.
//
//go:embed figures/*.tsv
var figureFiles embed.FS

var figures = sync.OnceValues(func() (map[string]*bench.Published, error) { return bench.ReadPublished(figureFiles) })

// figuresOf returns the figures in a file.
func figuresOf(file string) (*bench.Published, error) {
	all, err := figures()
	if err != nil {
		return nil, err
	}
	p := all[file]
	if p == nil {
		return nil, fmt.Errorf("no file of figures is named %q", file)
	}
	return p, nil
}

// ErrorPoint is an error over the best known length after a time.
type ErrorPoint struct {
	Seconds float64 `json:"s"`
	Percent float64 `json:"percent"`
}

// pointsOf returns the figures of an instance by ascending time; none if file is "".
func pointsOf(file, instance string) ([]ErrorPoint, error) {
	if file == "" {
		return nil, nil
	}
	p, err := figuresOf(file)
	if err != nil {
		return nil, err
	}
	var points []ErrorPoint
	for _, column := range p.Columns {
		percent, ok := p.At(instance, column)
		if !ok {
			continue
		}
		seconds, err := strconv.ParseFloat(column, 64)
		if err != nil {
			return nil, fmt.Errorf("figures %s: column %q is no number of seconds", file, column)
		}
		points = append(points, ErrorPoint{seconds, percent})
	}
	slices.SortFunc(points, func(a, b ErrorPoint) int { return cmp.Compare(a.Seconds, b.Seconds) })
	return points, nil
}
