// Package reportpage turns the JSON reports of runs into one HTML page without outside parts: the
// shortest tour, the gap by time, the time of the stages, a comparison of the reports with
// confidence intervals, and each run with the command that repeats it.
//
// [Read] reads and checks a report; docs/files.md describes its fields. [Write] writes the page.
package reportpage

import (
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/internal/days"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/draw"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

//go:embed page.html page.css page.js
var files embed.FS

var page = template.Must(template.New("page.html").ParseFS(files, "page.html"))

// pageData is the data of page.html.
type pageData struct {
	CSS      template.CSS
	JS       template.JS
	Title    string
	Sections []sectionView
}

// An Input is an instance whose tours the page draws.
type Input struct {
	File     string
	Instance *tsp.Instance
	Earlier  *days.Comparison // of the tour with an earlier one; nil: none
}

// Write writes the page. It draws the shortest tour of each instance among inputs; they belong to
// reports by name and number of cities. commandLine returns the text of a command.
func Write(w io.Writer, reports []*Report, inputs []Input, commandLine func(Command) string) error {
	sections := sectionsOf(reports)
	if err := unusedInput(sections, inputs); err != nil {
		return err
	}
	data := pageData{Title: title(sections)}
	for _, s := range sections {
		view, err := newSectionView(s, inputs, commandLine)
		if err != nil {
			return err
		}
		data.Sections = append(data.Sections, view)
	}
	css, err := files.ReadFile("page.css")
	if err != nil {
		return err
	}
	js, err := files.ReadFile("page.js")
	if err != nil {
		return err
	}
	data.CSS, data.JS = template.CSS(css), template.JS(js)
	return page.Execute(w, data)
}

// title names the instances.
func title(sections []*section) string {
	var names []string
	for _, s := range sections {
		names = append(names, s.Instance.Name)
	}
	const enough = 3
	if len(names) > enough {
		return fmt.Sprintf("%s and %d other instances", names[0], len(names)-1)
	}
	return strings.Join(names, ", ")
}

// unusedInput returns an error for an instance of none of the reports.
func unusedInput(sections []*section, inputs []Input) error {
	for i := range inputs {
		var names []string
		used := false
		for _, s := range sections {
			used = used || s.inputOf(inputs) == &inputs[i]
			names = append(names, fmt.Sprintf("%s, %d cities", s.Instance.Name, s.Instance.Dimension))
		}
		if in := inputs[i].Instance; !used {
			return fmt.Errorf("%s: none of the reports is of this instance (%s, %d cities); they are of %s",
				inputs[i].File, in.Name, in.Dimension(), strings.Join(names, "; "))
		}
	}
	return nil
}

// inputOf returns the input of a section, nil if there is none.
func (s *section) inputOf(inputs []Input) *Input {
	for i := range inputs {
		if in := inputs[i].Instance; in.Name == s.Instance.Name && in.Dimension() == s.Instance.Dimension {
			return &inputs[i]
		}
	}
	return nil
}

// drawTour returns the picture of a report's tour as SVG, "" if the instance has no coordinates.
func drawTour(r *Report, input *Input) (template.HTML, error) {
	in, tour := input.Instance, r.tour()
	length, err := r.verify(in, tour)
	if err != nil {
		return "", fmt.Errorf("%s: the tour does not fit %s: %w", r.File, input.File, err)
	}
	if in.Given != nil && in.Given.TooLong != 0 && r.Length != nil { // the run may have had other steps
		if units := verify.UnitLength(in, tour, r.Path != nil); math.Abs(units-*r.Length) <= 1e-9*units {
			length = r.BestLength
		}
	}
	picture := draw.Picture{Instance: in, Tours: []tsp.Tour{tour}, Open: r.Path != nil}
	if length != r.BestLength {
		return "", fmt.Errorf("%s: the tour has length %d with the coordinates of %s, and %d in the report; give the instance of the run",
			r.File, length, input.File, r.BestLength)
	}
	if draw.Check(in) != nil {
		return "", nil
	}
	var svg strings.Builder
	if err := picture.Write(&svg, draw.SVG); err != nil {
		return "", err
	}
	return template.HTML(svg.String()), nil // by package draw, which escapes names
}

// verify returns the length of the report's tour or path.
func (r *Report) verify(in *tsp.Instance, tour tsp.Tour) (int64, error) {
	if r.Path != nil {
		return verify.Path(in, tour, tsp.FreeEnd, tsp.FreeEnd)
	}
	return verify.Tour(in, tour)
}

// A Command says how to repeat a run. The caller of [Write] turns it into a command line.
type Command struct {
	Instance string // the instance's file, or its name if that is not known
	// Report is the report's file, if the run is repeated step by step. Then of the fields below only those
	// of the first tour are set.
	Report string

	Algorithm  string // "" if all tours were compared
	Seed       uint64
	Iterations int
	Parameters []Parameter
	Path       []int32  // ends of an open path: their rows or, without rows, cities counted from 1
	FreeEnds   []string // the ends that the run chose: start, end

	InitialTour string // the file of the first tour; "": there is none, or it is not known
	StayClose   string // the price of a leg that the first tour does not have, in units; "": none
}

// IsEmpty reports whether the run ended before its first iteration, so that there is nothing to repeat.
func (c Command) IsEmpty() bool { return c.Report == "" && c.Algorithm != "" && c.Iterations == 0 }

// Parameter is a parameter of an algorithm as in the report.
type Parameter struct{ Name, Value string }

// parameters returns the parameters, sorted by name.
func (r *Report) parameters() []Parameter {
	var list []Parameter
	for _, name := range slices.Sorted(maps.Keys(r.Parameters)) {
		list = append(list, Parameter{name, fmt.Sprint(r.Parameters[name])})
	}
	return list
}

// Command returns what repeats the report's run, the best one of several.
func (r *Report) Command(instance string) Command {
	command := Command{Instance: instance, InitialTour: r.InitialTour, StayClose: r.price()}
	quick := r.Parameters["near_candidates"] == true || r.Parameters["shallow"] == true // have no flags
	if r.Schedule != nil && r.Schedule.Spoilt == "" || r.Cut != nil || r.LastKicks > 0 || quick {
		command.Report = r.File
		return command
	}
	path := r.Path
	if r.PathRows != nil {
		path = r.PathRows
	}
	if command.Path, command.FreeEnds = path, r.FreeEnds; r.StopReason == "optimal" {
		return command
	}
	command.Algorithm, command.Seed, command.Iterations = r.Algorithm, r.Seed, r.Iterations
	command.Parameters = r.parameters()
	return command
}

// price returns the price of a new leg in units, "" if there is none.
func (r *Report) price() string {
	if r.StayClose == nil {
		return ""
	}
	return strconv.FormatFloat(float64(r.StayClose.Price)/cmp.Or(r.Instance.Scale, 1), 'f', -1, 64)
}

// repeats says how far the command repeats the run.
func (r *Report) repeats() string {
	switch {
	case r.Command("").IsEmpty():
		return "The run ended before its first iteration, so there is nothing to repeat."
	case r.Racy:
		return "Ants of this algorithm read pheromone while others write it, so the command may find another tour."
	case r.Algorithm == "merged" && r.Schedule != nil && r.Schedule.Spoilt != "":
		return "The run cannot be repeated step by step (" + strings.TrimSpace(r.Schedule.Spoilt) +
			"), so the command may find another tour."
	case len(r.Devices) > 1 && r.StopReason == "time_limit" && r.Algorithm != "merged":
		return "The time limit ended the colonies at different iterations, so the command may find another tour."
	case r.Unrecombined && r.Cut == nil:
		return "The run ended within its first iteration, so the command may find another tour."
	case r.FirstTour == "initial" || r.InitialUse != "":
		return "The run needs its first tour again."
	case r.Algorithm == "chained":
		return "The command finds the same tour on the processor of every machine."
	}
	return "The command finds the same tour on every device."
}
