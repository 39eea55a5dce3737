// Package device measures a device without any files: its memory, atomic additions, operations of
// subgroups, latencies, the time to make pipelines, and the speed of the solver on generated
// instances.
//
// [Measure] verifies each result before it times it.
package device

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/aco-vk/aco-vk/internal/host"
	"github.com/aco-vk/aco-vk/internal/jsonerror"
	"github.com/aco-vk/aco-vk/internal/schema"
	"github.com/aco-vk/aco-vk/study/papers"
)

// reportSchema is the version of the JSON format. It changes when a field is removed or changes
// its meaning.
const reportSchema = 1

// Report has the figures of a device.
type Report struct {
	Schema        int           `json:"schema"`
	Version       string        `json:"version"` // of the program
	Date          time.Time     `json:"date"`
	Host          host.Info     `json:"host"`
	ShadersSHA256 string        `json:"shaders_sha256"` // of the solver's shaders
	Device        papers.Device `json:"device"`
	Figures       []Figure      `json:"figures"`
	Complete      bool          `json:"complete"` // false if the measurement was interrupted
}

// Figure is a measured property of a device.
type Figure struct {
	Subject Subject `json:"subject"`
	What    string  `json:"what"`
	Value   float64 `json:"value,omitempty"` // in Unit; 0: not measured, the remark has the reason
	Unit    Unit    `json:"unit"`
	Over    string  `json:"over,omitempty"`   // what the figure was measured over, such as the size of the buffers
	Remark  string  `json:"remark,omitempty"` // why there is no value, or what limits its meaning
}

// Subject groups figures.
type Subject string

// The subjects, in the order of a report.
const (
	Memory    Subject = "memory"
	Atomics   Subject = "atomics"
	Subgroups Subject = "subgroups"
	Latency   Subject = "latency"
	Pipelines Subject = "pipelines"
	Solver    Subject = "solver"
)

// Unit is the unit of a figure.
type Unit string

// The units. In some of them less is better.
const (
	GBPerSecond          Unit = "GB/s"       // 10⁹ bytes read and written per second
	BillionPerSecond     Unit = "10⁹/s"      // operations of invocations
	Microseconds         Unit = "µs"         // of a dispatch or a submission
	Milliseconds         Unit = "ms"         // of a pipeline or of an iteration
	MillionAntsPerSecond Unit = "10⁶ ants/s" // each changes a part of a tour, merges of the changes included
)

// read reads a report from JSON.
func read(text []byte) (*Report, error) {
	var r Report
	err := jsonerror.Explain(json.Unmarshal(text, &r), "")
	if err == nil {
		err = schema.Check("the report", r.Schema, reportSchema)
	}
	if err != nil {
		return nil, fmt.Errorf("read a report of a device: %w", err)
	}
	return &r, nil
}

// File is a report with the name of its file.
type File struct {
	*Report
	Name string
}

// ReadFolder reads the reports of a folder, the files whose names end with .json, in the order of
// their names.
func ReadFolder(folder string) (files []File, err error) {
	names, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		report, err := read(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		files = append(files, File{report, filepath.Base(name)})
	}
	return files, nil
}

// Text returns the value with three digits, "" if there is none.
func (f Figure) Text() string {
	if f.Value <= 0 {
		return ""
	}
	const digits = 3
	exponent := int(math.Floor(math.Log10(f.Value)))
	return strconv.FormatFloat(f.Value, 'f', max(0, digits-1-exponent), 64)
}
