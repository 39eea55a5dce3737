package archive

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/internal/host"
	"github.com/aco-vk/aco-vk/internal/schema"
)

// The names of the parts of an experiment's archive. Each instance lies in a numbered folder, with its
// own name.
const (
	studyName      = "study.json"
	planName       = "plan.toml"
	rowsName       = "rows.jsonl"
	instanceFolder = "instances"
	maxStudyParts  = 20_000
)

// Study is the content of the archive of an experiment.
type Study struct {
	Info  StudyInfo
	Plan  []byte // in TOML
	Rows  []byte // as the experiment wrote them
	Files map[string][]byte
}

// StudyInfo says what the plan and the rows do not say.
type StudyInfo struct {
	Schema    int       `json:"schema"`
	Instances []string  `json:"instances"` // in the order of the runs: a name in Files or a generator
	Version   string    `json:"version"`
	Commit    string    `json:"commit,omitempty"`
	Host      host.Info `json:"host"`
	Go        string    `json:"go"`
}

// Add adds the file of the next instance.
func (s *Study) Add(name string, data []byte) {
	name = fmt.Sprintf("%s/%d/%s", instanceFolder, len(s.Info.Instances)+1, name)
	s.Info.Instances, s.Files[name] = append(s.Info.Instances, name), data
}

// WriteStudy writes the archive of an experiment, with the errors of [Write].
func WriteStudy(w io.Writer, s *Study) error {
	s.Info.Schema = Schema
	parts := []part{{planName, s.Plan}, {rowsName, s.Rows}}
	for _, name := range s.Info.Instances {
		parts = append(parts, part{name, s.Files[name]})
	}
	return writeParts(w, studyName, s.Info, parts, maxStudyParts)
}

// IsStudy reports whether a file looks like the archive of an experiment.
func IsStudy(r io.ReaderAt, size int64) bool {
	in, err := zip.NewReader(r, size)
	return err == nil && slices.ContainsFunc(in.File, func(f *zip.File) bool { return f.Name == studyName })
}

// ReadStudy reads the archive of an experiment, with the errors of [Read].
func ReadStudy(r io.ReaderAt, size int64) (*Study, error) {
	parts, err := readParts(r, size, maxStudyParts)
	if err != nil {
		return nil, err
	}
	s := &Study{Plan: parts[planName], Rows: parts[rowsName], Files: map[string][]byte{}}
	if s.Plan == nil || s.Rows == nil {
		return nil, refuse("it has no %s or no %s", planName, rowsName)
	}
	if err := json.Unmarshal(parts[studyName], &s.Info); err != nil {
		return nil, refuse("%s: %v", studyName, err)
	}
	for name, data := range parts {
		number, base, _ := strings.Cut(strings.TrimPrefix(name, instanceFolder+"/"), "/")
		switch {
		case slices.Contains([]string{studyName, planName, rowsName}, name):
		case name != path.Join(instanceFolder, number, base) || !IsName(number) || !IsName(base):
			return nil, refuse("the name %.*q is not one of an archive", maxName, name)
		default:
			s.Files[name] = data
		}
	}
	return s, schema.Check("the archive", s.Info.Schema, Schema)
}
