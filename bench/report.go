package bench

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/vk"
)

// reportSchema is the version of the JSON below; it changes when a field goes or changes its meaning.
const reportSchema = 1

// Report is what a table's work brought.
type Report struct {
	Schema        int      `json:"schema"`
	Version       string   `json:"version"` // of the program
	ShadersSHA256 string   `json:"shaders_sha256"`
	Device        Device   `json:"device"`
	CopyGBPerS    float64  `json:"copy_gb_s,omitempty"` // a plain shader reads and writes the device's memory so fast
	Table         string   `json:"table"`
	Title         string   `json:"title"`
	Quantity      Quantity `json:"quantity"`
	Stages        []string `json:"stages,omitempty"` // that are measured; none stands for all
	Sources       []string `json:"sources"`          // of the published figures
	Headings      []string `json:"beside"`           // headings of the published figures
	Rows          []Row    `json:"rows"`
	Complete      bool     `json:"complete"` // not so when the run was interrupted
}

// Device is what a report says of where it was made.
type Device struct {
	Name          string `json:"name"`
	Type          string `json:"type"`
	Driver        string `json:"driver,omitempty"`
	DriverVersion string `json:"driver_version,omitempty"`
	APIVersion    string `json:"api_version,omitempty"`
	SubgroupSize  uint32 `json:"subgroup_size,omitempty"`
}

// reference is the processor with the sequential reference, as a device.
var reference = Device{Name: "cpu", Type: "cpu"}

// Reference says whether the sequential reference computed.
func (d Device) Reference() bool { return d == reference }

func describe(device *vk.Device) Device {
	if device == nil {
		return reference
	}
	i := device.Info()
	return Device{i.Name, i.Type, i.DriverName, i.DriverVersion, i.APIVersion, i.SubgroupSize}
}

// Row is one instance by one variant.
type Row struct {
	Instance   string               `json:"instance"`
	Cities     int                  `json:"cities"`
	Label      string               `json:"what"`
	Preset     string               `json:"preset,omitempty"`
	Algorithm  problem.Algorithm    `json:"algorithm,omitempty"`
	Parameters problem.Parameters   `json:"parameters"`
	Form       classic.KernelConfig `json:"form"`
	Verified   Verdict              `json:"verified"`
	Times      *Times               `json:"times,omitempty"`
	Lengths    *Lengths             `json:"lengths,omitempty"`
	Tour       *Tour                `json:"tour,omitempty"`
	Published  []PublishedFigure    `json:"published,omitempty"` // in the order of Report.Headings
	Remark     string               `json:"remark,omitempty"`    // why something is missing
}

// Verdict is what the comparison with the sequential reference said.
type Verdict string

const (
	Equal       Verdict = "yes"
	Differs     Verdict = "no"
	NotCompared Verdict = ""          // the remark says why, unless no comparison was asked for
	IsReference Verdict = "reference" // the row is the reference's
	Racy        Verdict = "racy"      // ants read what others write meanwhile: no two runs are the same, nothing can be compared
)

// Times are of one iteration, a mean.
type Times struct {
	Iterations  int                `json:"iterations"`
	StagesMS    map[string]float64 `json:"stages_ms"`
	MeasuredMS  float64            `json:"measured_ms"` // the stages that the table measures
	IterationMS float64            `json:"iteration_ms"`
	ToursMS     float64            `json:"tours_ms"` // the measured stages, of as many tours as there are cities
	WallMS      float64            `json:"wall_ms"`
	GBPerS      float64            `json:"gb_s,omitempty"`    // of the measured stages, by definition of their strategies; 0: none
	CopyShare   float64            `json:"of_copy,omitempty"` // GBPerS as a share of the device's copy bandwidth; 0: none
}

// Tour is what identifies one run's tour. Few iterations of Ant System do not beat the nearest-neighbour tour on every
// instance, so the ants' best length belongs to it.
type Tour struct {
	Iterations int    `json:"iterations"`
	Seed       uint64 `json:"seed"`
	AntsBest   int64  `json:"ants_best"`
	SHA256     string `json:"tour_sha256"`
}

// PublishedFigure is a published figure; 0 where there is none.
type PublishedFigure struct {
	Value    float64  `json:"value"`
	Quantity Quantity `json:"quantity,omitempty"` // that it is of
	Ratio    float64  `json:"ratio"`              // published by ours for times, ours by published for lengths and bandwidths; else 0
	// Points is by how many percentage points our error over the best known exceeds the published one, of lengths and errors.
	Points *float64 `json:"points,omitempty"`
}

// Read reads a report that was written as JSON.
func Read(in io.Reader) (*Report, error) {
	var r Report
	if err := json.NewDecoder(in).Decode(&r); err != nil {
		return nil, fmt.Errorf("read a bench report: %w", err)
	}
	if r.Schema != reportSchema {
		return nil, fmt.Errorf("read a bench report: schema %d, this program reads %d", r.Schema, reportSchema)
	}
	return &r, nil
}
