package papers

import (
	"slices"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// Every instance of every table has a stand-in with as many cities.
func TestStandIns(t *testing.T) {
	for _, table := range Tables() {
		for _, name := range table.Instances {
			generator, err := StandIn(name)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if _, _, _, err := generate.Parse(generator); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	for name, want := range map[string]string{
		"a280": "grid:280:1", "fl1577": "clustered:1577:1", "rat783": "uniform:783:1",
		"mona-lisa100K": "clustered:100000:1",
	} {
		if got, err := StandIn(name); got != want || err != nil {
			t.Errorf("%s: %s, %v, want %s", name, got, err, want)
		}
	}
	if generator, err := StandIn("mine"); err == nil {
		t.Errorf("mine: %s", generator)
	}
}

// A table runs on a device without files. Its rows name the generated instance and the published
// one, and have published times only.
func TestRunOfStandIns(t *testing.T) {
	table := named(t, "skinderowicz2016-8").WithStandIns()
	if !slices.Equal(table.Headings, []string{"GK104, ms of n tours"}) {
		t.Errorf("headings %q", table.Headings)
	}
	quantities := table.PublishedQuantities()
	if !slices.Equal(quantities, []Quantity{ToursTime}) {
		t.Errorf("published quantities %q", quantities)
	}
	// The table's own instances have more than a thousand cities.
	table.Instances, table.Variants = []string{"eil51"}, table.Variants[:1]
	o := Options{Device: vktest.Open(t), Timing: time.Millisecond, Seeds: 1, Iterations: 2, Verify: 2}
	o.Others = withBandwidth(o.Device)
	report := must.Get(Run(t.Context(), table, o, nil, func(Row) {}))(t)
	row := report.Rows[0]
	if row.Instance != "uniform:51:1" || row.StandInFor != "eil51" || row.Cities != 51 || row.Times == nil ||
		row.Lengths == nil || row.Lengths.BestKnown != 0 {
		t.Errorf("%+v", row)
	}
	if len(row.Published) != 1 || row.Published[0].Quantity != ToursTime {
		t.Errorf("published %+v", row.Published)
	}
}
