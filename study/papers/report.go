package papers

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/jsonerror"
	"github.com/aco-vk/aco-vk/internal/schema"
	"github.com/aco-vk/aco-vk/vk"
)

// reportSchema is the version of the JSON format. It changes when a field is removed or changes
// its meaning.
const reportSchema = 1

// Report has the measurements of a table.
type Report struct {
	Schema        int    `json:"schema"`
	Version       string `json:"version"` // of the program
	ShadersSHA256 string `json:"shaders_sha256"`
	Device        Device `json:"device"`
	// CopyGBPerS: bandwidth of a simple shader that reads and writes device memory.
	CopyGBPerS float64  `json:"copy_gb_s,omitempty"`
	Table      string   `json:"table"`
	Title      string   `json:"title"`
	Quantity   Quantity `json:"quantity"`
	Stages     []string `json:"stages,omitempty"` // measured stages; empty: all
	Sources    []string `json:"sources"`          // of the published figures
	Headings   []string `json:"beside"`           // headings of the published figures
	Rows       []Row    `json:"rows"`
	Complete   bool     `json:"complete"` // false if the run was interrupted
}

// Device describes the device of a report.
type Device struct {
	Name          string `json:"name"`
	Type          string `json:"type"`
	Driver        string `json:"driver,omitempty"`
	DriverVersion string `json:"driver_version,omitempty"`
	APIVersion    string `json:"api_version,omitempty"`
	SubgroupSize  uint32 `json:"subgroup_size,omitempty"`
}

// reference describes the sequential reference.
var reference = Device{Name: "cpu", Type: "cpu"}

// Reference reports whether the device is the sequential reference.
func (d Device) Reference() bool { return d == reference }

// Describe returns the description of a device, nil for the reference.
func Describe(device *vk.Device) Device {
	if device == nil {
		return reference
	}
	i := device.Info()
	return Device{i.Name, i.Type, i.DriverName, i.DriverVersion, i.APIVersion, i.SubgroupSize}
}

// Row has the measurements of a variant on an instance.
type Row struct {
	Instance string `json:"instance"`
	// StandInFor: the published instance, if this one is generated in its place.
	StandInFor string               `json:"stand_in_for,omitempty"`
	Cities     int                  `json:"cities"`
	Label      string               `json:"what"`
	Preset     string               `json:"preset,omitempty"`
	Algorithm  model.Algorithm      `json:"algorithm,omitempty"`
	Parameters model.Parameters     `json:"parameters"`
	Kernel     classic.KernelConfig `json:"form"`
	More       []Device             `json:"more_devices,omitempty"` // that share the colonies with the report's
	Verified   Verdict              `json:"verified"`
	Times      *Times               `json:"times,omitempty"`
	Lengths    *Lengths             `json:"lengths,omitempty"`
	Tour       *Tour                `json:"tour,omitempty"`
	Trials     []TrialShare         `json:"trials,omitempty"`
	Published  []PublishedFigure    `json:"published,omitempty"` // in the order of Report.Headings
	Remark     string               `json:"remark,omitempty"`    // why a value is missing
}

// Remarks returns the remark, what a row of several devices was measured with, and which tables and
// rows the values are from.
func (r Row) Remarks() string {
	var parts []string
	if r.Remark != "" {
		parts = append(parts, r.Remark)
	}
	for _, d := range r.More {
		parts = append(parts, "also on "+d.Name)
	}
	if r.Times != nil && r.Times.HostClock {
		parts = append(parts, "times on the host's clock")
	}
	if r.Times != nil && r.Times.From != "" {
		parts = append(parts, "times from "+r.Times.From)
	}
	if r.Lengths != nil && r.Lengths.From != "" {
		parts = append(parts, "lengths from "+r.Lengths.From)
	}
	return strings.Join(parts, "; ")
}

// PublishedAt returns the figure below a heading of the report. A row that the device refused has none.
func (r Row) PublishedAt(heading int) PublishedFigure {
	if heading >= len(r.Published) {
		return PublishedFigure{}
	}
	return r.Published[heading]
}

// Verdict is the result of the comparison with the sequential reference.
type Verdict string

const (
	Equal       Verdict = "yes"
	Differs     Verdict = "no"
	NotCompared Verdict = ""          // the remark has the reason, unless no comparison was requested
	IsReference Verdict = "reference" // the reference itself ran
	// Racy: ants read what others write meanwhile, so runs differ and nothing can be compared.
	Racy Verdict = "racy"
)

// Times are mean times per iteration.
type Times struct {
	Iterations  int                `json:"iterations"`
	StagesMS    map[string]float64 `json:"stages_ms"`
	MeasuredMS  float64            `json:"measured_ms"` // of the stages that the table measures
	IterationMS float64            `json:"iteration_ms"`
	ToursMS     float64            `json:"tours_ms"` // of the measured stages for as many tours as cities
	WallMS      float64            `json:"wall_ms"`
	// HostClock: the times are on the host's clock, not the device's: the stages of several devices
	// overlap.
	HostClock bool    `json:"host_clock,omitempty"`
	GBPerS    float64 `json:"gb_s,omitempty"` // of the measured stages; 0: unknown, see stageBytes
	// CopyShare: GBPerS as a share of the device's copy bandwidth; 0: unknown.
	CopyShare float64 `json:"of_copy,omitempty"`
	From      string  `json:"from,omitempty"` // table that measured them; "": this one
}

// Tour identifies the tour of a run. It includes the best ant's length, because after few
// iterations of Ant System the best tour may still be the nearest-neighbour tour.
type Tour struct {
	Iterations int    `json:"iterations"`
	Seed       uint64 `json:"seed"`
	AntsBest   int64  `json:"ants_best"`
	SHA256     string `json:"tour_sha256"`
}

// PublishedFigure is a published figure, compared with ours. Value is 0 if there is none.
type PublishedFigure struct {
	Value    float64  `json:"value"`
	Quantity Quantity `json:"quantity,omitempty"` // of Value
	// Ratio: published/ours for times, ours/published for lengths and bandwidths, otherwise 0.
	Ratio float64 `json:"ratio"`
	// Points is our error over the best known length minus the published one, in percentage
	// points. nil unless it is a length or error.
	Points *float64 `json:"points,omitempty"`
}

// Read reads a report from JSON.
func Read(in io.Reader) (*Report, error) {
	return decode(in, "a bench report", func(r *Report) error {
		return cmp.Or(schema.Check("the report", r.Schema, reportSchema), r.Check())
	})
}

// decode reads a report from JSON and checks it. what names it in errors.
func decode[R any](in io.Reader, what string, check func(*R) error) (*R, error) {
	r := new(R)
	err := jsonerror.Explain(json.NewDecoder(in).Decode(r), "")
	if err == nil {
		err = check(r)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", what, err)
	}
	return r, nil
}
