package analysis

import (
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/aco-vk/aco-vk/study/experiment"
)

// File is a file of an export.
type File struct {
	Name string // with its folders, separated by slashes
	text string
}

// Write writes the file's content.
func (f File) Write(w io.Writer) error {
	_, err := io.WriteString(w, f.text)
	return err
}

// IOHanalyzer returns the runs as files of IOHanalyzer (https://iohprofiler.github.io/IOHanalyzer/data/):
// a folder for each configuration, with a file of metadata for each instance, .info, and one of
// improvements, .dat. The functions are the instances, numbered from 1 on, with
// their names; the instance number of a run is its seed. Evaluations are constructed tours, or
// iterations if some of the runs have no tours; evaluations returns which.
func (s *Study) IOHanalyzer() (files []File, evaluations Budget) {
	evaluations = Tours
	for _, in := range s.Instances {
		for c := range in.Cells {
			if len(in.Cells[c].Runs) > 0 && !in.Cells[c].has(Tours) {
				evaluations = Iterations
			}
		}
	}
	for c, name := range s.Configurations {
		folder := fmt.Sprintf("%d-%s", c+1, fileName(name))
		for i, in := range s.Instances {
			if len(in.Cells[c].Runs) == 0 {
				continue
			}
			function := fmt.Sprintf("f%d", i+1)
			data := fmt.Sprintf("data_%s_%s/IOHprofiler_%s_DIM%d.dat", function, fileName(in.Name), function, in.Cities)
			info, rows := s.iohRuns(in, c, evaluations)
			head := fmt.Sprintf("suite = 'TSP', funcId = %d, funcName = '%s', DIM = %d, maximization = F, algId = '%s'\n%% evaluations are %s\n%s",
				i+1, iohText(in.Name), in.Cities, iohText(name), evaluations.axisTitle(), data)
			files = append(files,
				File{path.Join(folder, fmt.Sprintf("IOHprofiler_%s_%s.info", function, fileName(in.Name))), head + info + "\n"},
				File{path.Join(folder, data), rows})
		}
	}
	return files, evaluations
}

// iohRuns returns the summary of the runs for the .info file, and their improvements for the .dat
// file. The improvements of a run end with its last evaluation, which the expected running time needs.
func (s *Study) iohRuns(in *Instance, c int, evaluations Budget) (info, rows string) {
	var summary, data strings.Builder
	for i := range in.Cells[c].Runs {
		r := &in.Cells[c].Runs[i]
		last := max(1, int64(evaluations.spent(r)))
		fmt.Fprintf(&summary, ", %d:%d|%d", r.Seed, last, r.Length)
		data.WriteString(`"function evaluation" "current f(x)" "best-so-far f(x)" "current af(x)+b" "best af(x)+b"` + "\n")
		list := iohSteps(r, evaluations)
		for _, step := range list {
			fmt.Fprintf(&data, "%d %[2]d %[2]d %[2]d %[2]d\n", step[0], step[1])
		}
		if n := len(list); list[n-1][0] < last {
			fmt.Fprintf(&data, "%d %[2]d %[2]d %[2]d %[2]d\n", last, r.Length)
		}
	}
	return summary.String(), data.String()
}

// iohSteps returns evaluations and lengths, evaluations from 1 on and each once.
func iohSteps(r *experiment.Row, evaluations Budget) (list [][2]int64) {
	for _, now := range improvements(r) {
		at := max(1, int64(evaluations.at(now.Found)))
		if n := len(list); n > 0 && list[n-1][0] == at {
			list = list[:n-1]
		}
		list = append(list, [2]int64{at, now.Length})
	}
	return list
}

// iohText replaces what separates the values of a .info file.
func iohText(text string) string {
	return strings.NewReplacer(",", ";", "'", " ", `"`, " ", "\n", " ", "\r", " ").Replace(text)
}

// fileName replaces all but letters, digits, points and hyphens.
func fileName(text string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '.' || r == '-' {
			return r
		}
		return '-'
	}, text)
}
