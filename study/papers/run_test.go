package papers

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// small writes instances of 24 cities with the names of published instances and returns their
// folder.
func small(t *testing.T, names ...string) string {
	t.Helper()
	folder := t.TempDir()
	must.Do(t, os.Mkdir(filepath.Join(folder, "tsp"), 0o777))
	instance := must.Get(generate.Instance("uniform", 24, 1))(t)
	var text bytes.Buffer
	must.Do(t, tsplib.Write(&text, instance))
	for _, name := range names {
		must.Do(t, os.WriteFile(filepath.Join(folder, "tsp", name+".tsp"), text.Bytes(), 0o666))
	}
	return folder
}

func named(t *testing.T, name string) Table {
	t.Helper()
	return must.Get(FindTable(name))(t)
}

// A run on a device is verified, timed by stage and compared with the published figures, and its
// report survives JSON.
func TestRunOnADevice(t *testing.T) {
	o := Options{
		Device: vktest.Open(t), Folder: small(t, "d198", "lin318"), Instances: []string{"lin318"},
		Timing: time.Millisecond, Verify: 2, Version: "test",
	}
	var rows []Row
	report := must.Get(Run(t.Context(), named(t, "goals"), o, nil, func(r Row) { rows = append(rows, r) }))(t)
	if !report.Complete || len(report.Rows) != 1 || report.CopyGBPerS <= 0 || report.Device.Reference() {
		t.Fatalf("%+v", report)
	}
	if diff := cmp.Diff(report.Rows, rows); diff != "" {
		t.Errorf("rows passed to progress (-report +progress):\n%s", diff)
	}
	row := report.Rows[0]
	if row.Instance != "lin318" || row.Cities != 24 || row.Verified != Equal || row.Parameters.Ants != 24 ||
		row.Kernel.Dispatch != classic.DispatchAll {
		t.Errorf("%+v", row)
	}
	sum := 0.0
	for _, ms := range row.Times.StagesMS {
		sum += ms
	}
	if row.Times.StagesMS["deposit"] <= 0 { // the last stage of an iteration
		t.Errorf("no deposit was timed: %+v", row.Times)
	}
	if off := sum - row.Times.IterationMS; off > 1e-6 || off < -1e-6 || row.Times.MeasuredMS <= 0 {
		t.Errorf("the stages take %v of %+v", sum, row.Times)
	}
	want := []PublishedFigure{
		{Value: 2.06, Quantity: Time, Ratio: 2.06 / row.Times.MeasuredMS}, {Value: 8.9729, Quantity: Time,
			Ratio: 8.9729 / row.Times.MeasuredMS},
	}
	if !slices.Equal(row.Published, want) {
		t.Errorf("published %+v, want %+v", row.Published, want)
	}

	text := must.Get(json.Marshal(report))(t)
	read := must.Get(Read(bytes.NewReader(text)))(t)
	report.Rows[0].Parameters.Seed, report.Rows[0].Parameters.Algorithm = 0, "" // JSON has these elsewhere
	if diff := cmp.Diff(report, read); diff != "" {
		t.Errorf("through JSON (-want +got):\n%s", diff)
	}
}

// withBandwidth returns the report of another table with a copy bandwidth of the device, so that it is
// not measured again.
func withBandwidth(device *vk.Device) []*Report {
	return []*Report{{Device: Describe(device), CopyGBPerS: 1}}
}

// A row for a work-group size is measured with that size, or has the reason why it cannot be.
func TestRunRefusesOtherGroups(t *testing.T) {
	table := named(t, "zhou2017-c2")
	table.Variants = []Variant{{Name: "1", Preset: "zhou2017-ke-all", AntGroup: 1}}
	table.Headings = nil
	for want, device := range map[string]*vk.Device{
		"the device has work-groups of ": vktest.Open(t), "the sequential reference has no work-groups": nil,
	} {
		report, err := Run(t.Context(), table, Options{Device: device, Folder: small(t, "d198"),
			Instances: []string{"d198"}, Timing: 1, Others: withBandwidth(device)}, nil, func(Row) {})
		if err != nil {
			t.Fatal(err)
		}
		if row := report.Rows[0]; row.Times != nil || !strings.Contains(row.Remark, want) {
			t.Errorf("%+v, want %q", row, want)
		}
	}
}

// The row of a refused system has the reason. The other systems run.
func TestRunContinuesAfterARefusal(t *testing.T) {
	table := Table{Name: "mixed", Quantity: Time, Instances: []string{"d198"}, Variants: []Variant{
		{Name: "refused", Preset: "uchida2014-trial", Tile: 5}, {Name: "fine", Preset: "zhou2017-ke-all"},
	}}
	report := must.Get(Run(t.Context(), table, Options{Folder: small(t, "d198"), Timing: 1}, nil, func(Row) {}))(t)
	if r := report.Rows; len(r) != 2 || !strings.Contains(r[0].Remark, "selection trial has none") ||
		r[1].Times == nil {
		t.Errorf("%+v", r)
	}
}

// Lengths are means over seeds. A hash is of the run with the table's seed.
func TestRunOfLengths(t *testing.T) {
	o := Options{Folder: small(t, "d198"), Instances: []string{"d198"}, Seeds: 3, Iterations: 4}
	report := must.Get(Run(t.Context(), named(t, "zhou2017-c6"), o, nil, func(Row) {}))(t)
	l := report.Rows[0].Lengths
	sum := int64(0)
	for _, length := range l.BySeed {
		sum += length
	}
	mean := float64(sum) / 3
	if off := l.Mean - mean; len(l.BySeed) != 3 || off > 1e-6 || off < -1e-6 || l.Iterations != 4 || l.BestKnown != 0 &&
		l.BestKnown > slices.Min(l.BySeed) {
		t.Errorf("%+v", l)
	}
	if p := report.Rows[0].Published[0]; p.Value != 17371 || p.Ratio != l.Mean/17371 {
		t.Errorf("%+v", p)
	}

	report = must.Get(Run(t.Context(), named(t, "same"), o, nil, func(Row) {}))(t)
	if tour := report.Rows[0].Tour; tour.Seed != 7 || tour.Iterations != 4 || len(tour.SHA256) != 64 ||
		tour.AntsBest <= 0 {
		t.Errorf("%+v", tour)
	}
}

// A system that differs from the reference is reported and not timed.
func TestRunReportsADifference(t *testing.T) {
	instance := must.Get(generate.Instance("uniform", 24, 1))(t)
	table := named(t, "goals")
	instance.Name = table.Instances[0]
	r := &run{Options: Options{Device: vktest.Open(t), Verify: 1, Timing: 1}, table: table, report: &Report{}}
	tasks := must.Get(r.tasks([]input{{Instance: instance, name: instance.Name}}))(t)
	row := &tasks[0]
	o := row.options
	o.Iterations = r.Verify
	verdict := must.Get(r.verifier.Solve(t.Context(), instance, r.Device, o))(t)
	if !verdict.Same {
		t.Fatalf("%+v and %+v", verdict.Device, verdict.Reference)
	}
	verdict.Reference.AntsBest++
	for _, work := range []func(context.Context, *task) error{r.verify, r.measure} {
		must.Do(t, row.attempt(t.Context(), work))
	}
	if row.Verified != Differs || row.Times != nil || !r.differs {
		t.Errorf("%+v", row)
	}
}

func TestRunErrors(t *testing.T) {
	var usage *UsageError
	if _, err := Run(t.Context(), named(t, "goals"),
		Options{Folder: small(t, "d198"), Instances: []string{"a280"}}, nil, nil); !errors.As(err, &usage) {
		t.Errorf("an instance that the table does not have: %v", err)
	}
	_, err := Run(t.Context(), named(t, "goals"), Options{Folder: small(t, "d198"), Instances: []string{"pr1002",
		"d198", "lin318"}}, nil, nil)
	if missing := (*MissingFilesError)(nil); !errors.As(err, &missing) ||
		!slices.Equal(missing.Files, []string{"pr1002.tsp", "lin318.tsp"}) || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("instances that are missing: %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	report, err := Run(ended, named(t, "goals"), Options{Folder: small(t, "d198"), Instances: []string{"d198"},
		Timing: 1}, nil, nil)
	if !errors.Is(err, context.Canceled) || report == nil || report.Complete || len(report.Rows) != 0 {
		t.Errorf("interrupted: %+v, %v", report, err)
	}
	if _, err := Read(strings.NewReader(`{"schema":99}`)); err == nil {
		t.Error("a report of another schema was read")
	}
}

// A row of two devices is timed by the clock, because the stages of both overlap. Without a second
// device it is left out.
func TestRunOnTwoDevices(t *testing.T) {
	one := Variant{Preset: "delevacq2013-ant-block-global", Ants: 8, Colonies: 2}
	both := one
	both.Name, both.Devices = "both", 2
	table := Table{Name: "two", Quantity: Time, Instances: []string{"eil51"}, Variants: []Variant{one, both},
		StandIns: true}
	o := Options{Device: vktest.Open(t), More: []*vk.Device{vktest.Open(t)}, Timing: time.Millisecond}
	o.Others = withBandwidth(o.Device)
	report, err := Run(t.Context(), table, o, nil, func(Row) {})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Rows) != 2 || report.CopyGBPerS != o.Others[0].CopyGBPerS {
		t.Fatalf("%+v", report)
	}
	two := report.Rows[1].Times
	if len(report.Rows[0].Times.StagesMS) < 3 || len(two.StagesMS) != 1 || two.MeasuredMS != two.WallMS ||
		two.MeasuredMS <= 0 || two.ToursMS != two.WallMS*51/16 {
		t.Errorf("%+v and %+v", report.Rows[0].Times, two)
	}
	name := Describe(o.Device).Name
	for i, want := range []string{"", "also on " + name + "; times on the host's clock"} {
		if got := report.Rows[i].Remarks(); got != want {
			t.Errorf("row %d has the remark %q, want %q", i, got, want)
		}
	}
	o.More = nil
	if report, err = Run(t.Context(), table, o, nil, func(Row) {}); err != nil || len(report.Rows) != 1 {
		t.Errorf("on one device: %+v, %v", report.Rows, err)
	}
}
