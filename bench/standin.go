package bench

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// standInKinds has the kinds of [generate.Instance] that are most like the published instances, by the letters of their names. The others are uniform.
var standInKinds = map[string]string{
	"a": "grid", "lin": "grid", "pcb": "grid", "pla": "grid", "pr": "grid", // holes of circuit boards, and other points of a lattice
	"d": "clustered", "fl": "clustered", "usa": "clustered", "mona-lisa": "clustered", // groups of holes, towns, a drawing
}

// publishedName has the letters of a published instance, its number of cities, and K for thousands.
var publishedName = regexp.MustCompile(`^(\D+)(\d+)(K?)$`)

// standInSeed is the seed of all stand-ins.
const standInSeed = 1

// StandIn returns the generated instance that stands in for a published one: as many cities of a similar kind. The text is one of
// [generate.Parse].
func StandIn(published string) (generator string, err error) {
	parts := publishedName.FindStringSubmatch(published)
	if parts == nil {
		return "", fmt.Errorf("the name of instance %q does not end in a number of cities", published)
	}
	cities, err := strconv.Atoi(parts[2])
	if err != nil {
		return "", fmt.Errorf("cities of instance %q: %w", published, err)
	}
	if parts[3] != "" {
		cities *= 1000
	}
	kind := standInKinds[parts[1]]
	if kind == "" {
		kind = "uniform"
	}
	return fmt.Sprintf("%s:%d:%d", kind, cities, standInSeed), nil
}

// generateStandIn returns the generated instance that stands in for a published one, with its generator.
func generateStandIn(published string) (generator string, instance *tsp.Instance, err error) {
	if generator, err = StandIn(published); err != nil {
		return "", nil, err
	}
	kind, cities, seed, err := generate.Parse(generator)
	if err != nil {
		return "", nil, err
	}
	instance, err = generate.Instance(kind, cities, seed)
	return generator, instance, err
}

// InstanceText returns the name of a row's instance, and which published one it stands in for, if any.
func InstanceText(instance, standInFor string) string {
	if standInFor == "" {
		return instance
	}
	return instance + " for " + standInFor
}

// WithStandIns returns the table with generated instances in place of the published ones. Published lengths and errors are left out, because
// they are those of other instances. Published times stay.
func (t Table) WithStandIns() (Table, error) {
	quantities, err := t.PublishedQuantities()
	if err != nil {
		return t, err
	}
	kept := func(i int) bool { return !quantities[i].IsLength() }
	t.StandIns, t.Headings, t.Variants = true, keep(t.Headings, kept), slices.Clone(t.Variants)
	for i := range t.Variants {
		v := &t.Variants[i]
		v.Figures = keep(v.Figures, kept)
	}
	return t, nil
}

// keep returns the elements whose indices are kept.
func keep[T any](list []T, kept func(i int) bool) []T {
	var result []T
	for i, element := range list {
		if kept(i) {
			result = append(result, element)
		}
	}
	return result
}
