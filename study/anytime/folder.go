package anytime

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/study/papers"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

// folderFiles are the places of instances in a folder. Of files with the same name the first
// counts.
var folderFiles = []string{"tsp/*.tsp", "atsp/*.atsp", "*.tsp", "*.atsp"}

// Skipped is a file that cannot be read.
type Skipped struct {
	File   string `json:"file"`
	Reason string `json:"reason"`
}

// findInstances sets the table's instances to the selected ones of the folder, by ascending number
// of cities. It returns the files that cannot be read.
func (r *run) findInstances(ctx context.Context) (skipped []Skipped, err error) {
	if r.Folder == "" {
		return nil, ErrNoFolder
	}
	if r.files, err = selectFiles(os.DirFS(r.Folder), r.Instances); err != nil {
		return nil, err
	}
	if len(r.files) == 0 {
		reason := fmt.Sprintf("the folder %s has no file %s with a selected name", r.Folder,
			strings.Join(folderFiles, ", "))
		return nil, &papers.UsageError{Reason: reason}
	}
	cities := map[string]int{}
	for name, file := range r.files {
		r.files[name] = filepath.Join(r.Folder, filepath.FromSlash(file))
		instance, err := tsplib.ReadFile(r.files[name])
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			skipped = append(skipped, Skipped{file, err.Error()})
		case r.MaxCities == 0 || instance.Dimension() <= r.MaxCities:
			cities[name] = instance.Dimension()
			r.table.Instances = append(r.table.Instances, Instance{Name: name})
		}
	}
	if len(r.table.Instances) == 0 {
		return nil, &papers.UsageError{Reason: fmt.Sprintf(
			"the folder %s has no readable instance of the selected names and sizes", r.Folder)}
	}
	slices.SortFunc(skipped, func(a, b Skipped) int { return cmp.Compare(a.File, b.File) })
	slices.SortFunc(r.table.Instances, func(a, b Instance) int {
		return cmp.Or(cmp.Compare(cities[a.Name], cities[b.Name]), cmp.Compare(a.Name, b.Name))
	})
	return skipped, nil
}

// selectFiles returns the files of a folder whose names match one of the patterns, by name without
// extension. nil selects all.
func selectFiles(folder fs.FS, patterns []string) (map[string]string, error) {
	files := map[string]string{}
	for _, place := range folderFiles {
		found, err := fs.Glob(folder, place)
		if err != nil {
			return nil, err
		}
		for _, file := range found {
			name := strings.TrimSuffix(path.Base(file), path.Ext(file))
			selected, err := matches(name, patterns)
			if err != nil {
				return nil, err
			}
			if _, twice := files[name]; selected && !twice {
				files[name] = file
			}
		}
	}
	return files, nil
}

// matches reports whether a name matches one of the patterns of path.Match, true if there are
// none.
func matches(name string, patterns []string) (bool, error) {
	for _, pattern := range patterns {
		if ok, err := path.Match(pattern, name); err != nil {
			return false, &papers.UsageError{Reason: fmt.Sprintf("%q is not a pattern of names: %v", pattern, err)}
		} else if ok {
			return true, nil
		}
	}
	return len(patterns) == 0, nil
}

// CellHeadings are the headings of Row.CellTexts.
var CellHeadings = []string{"instance", "cities", "limit", "best known reached", "mean error, %", "worst error, %",
	"last improvement", "remark"}

// CellTexts returns a line of a table of all instances of a folder: the errors of the runs with a
// time limit, and the mean time of their last improvements.
func (r Row) CellTexts(c Cell) []string {
	texts := []string{r.Instance, fmt.Sprint(r.Cities), limitText(c.LimitS), "", "", "", "", ""}
	mean, shortest, longest, ok := c.Lengths()
	var remarks []string
	switch {
	case ok && r.BestKnown > 0:
		texts[3], texts[4], texts[5] = fmt.Sprintf("%d/%d", r.Reached(c), len(c.Runs)), percentText(
			r.Percent(mean)), percentText(r.Percent(float64(longest)))
	case ok:
		remarks = append(remarks, fmt.Sprintf("no best known length; mean %.1f, best %d, worst %d", mean, shortest,
			longest))
	}
	if seconds, ok := c.LastImprovement(); ok {
		texts[6] = fmt.Sprintf("%.2f s", seconds)
	}
	if took, late := c.Overtime(); late {
		remarks = append(remarks, fmt.Sprintf("longest run %.2f s", took.Seconds()))
	}
	for _, run := range c.Runs {
		if run.Failure != "" {
			remarks = append(remarks, fmt.Sprintf("seed %d: %s", run.Seed, run.Failure))
		}
	}
	texts[7] = strings.Join(remarks, "; ")
	return texts
}

// SummaryTable returns the summaries as the cells of a table. The first row has the headings.
func (r *Report) SummaryTable() [][]string {
	table := [][]string{{"class", "limit", "instances", "best known in all runs", "runs", "best known reached",
		"mean error, %", "worst error, %"}}
	for _, s := range r.Summaries() {
		texts := []string{
			s.Class, limitText(s.LimitS), fmt.Sprint(s.Instances), fmt.Sprint(s.Always), fmt.Sprint(s.Runs),
			fmt.Sprintf("%d (%.1f%%)", s.Reached, 100*float64(s.Reached)/float64(s.Runs)), "", "",
		}
		if s.Tours > 0 {
			texts[6], texts[7] = percentText(s.Mean), percentText(s.Worst)
		}
		table = append(table, texts)
	}
	return table
}

func limitText(seconds float64) string { return fmt.Sprintf("%g s", seconds) }

func percentText(percent float64) string { return fmt.Sprintf("%.3f", percent) }
