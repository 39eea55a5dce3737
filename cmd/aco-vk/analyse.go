package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/aco-vk/aco-vk/study/analysis"
	"github.com/aco-vk/aco-vk/study/experiment"
)

type analyseCommand struct {
	Rows     []string `arg:"" name:"rows" file:"read" help:"Rows of experiments, and reports that solve --json wrote."`
	Target   float64  `help:"Gap in percent that counts as a hit; the expected running time is to it. 0: the best known length." default:"0" placeholder:"PERCENT"`
	Baseline string   `help:"Configuration that all others are compared with. Default: all pairs are compared." placeholder:"NAME"`
	Output   []string `short:"o" sep:"none" file:"write" help:"File for the tables. Its suffix is the format: .txt, .md, .tex or .csv. May be given several times. Default: text on standard output." placeholder:"FILE"`
	Figures  string   `file:"folder" help:"Folder for figures, as SVG and PDF: reached targets, gaps, performance profiles and mean ranks. Created if missing." placeholder:"DIR"`
	Width    float64  `help:"Width of the figures in millimetres, as of a column of a paper." default:"84" placeholder:"MM"`
	IOH      string   `name:"iohanalyzer" file:"folder" help:"Folder for the runs in the format of IOHanalyzer, with a folder for each configuration. Created if missing." placeholder:"DIR"`
}

func (a *analyseCommand) Run(c console) error {
	if !(a.Target >= 0) {
		return usagef("--target %v: give a gap of 0 or more", a.Target)
	}
	if !(a.Width >= leastWidth && a.Width <= mostWidth) {
		return usagef("--width %v: give %v to %v mm", a.Width, leastWidth, mostWidth)
	}
	outputs, err := a.outputs(c)
	if err != nil {
		return err
	}
	study, err := a.study()
	if err != nil {
		return usageError{err}
	}
	if len(outputs) == 0 {
		outputs = []tableOutput{{output{name: standard, c: c}, analysis.Text}}
	}
	for _, o := range outputs {
		if err := o.write(func(w io.Writer) error { return study.Write(w, o.format) }); err != nil {
			return err
		}
	}
	if a.Figures != "" {
		if err := a.writeFigures(c, study); err != nil {
			return err
		}
	}
	if a.IOH != "" {
		return a.writeIOH(c, study)
	}
	return nil
}

// writeIOH writes the files of IOHanalyzer.
func (a *analyseCommand) writeIOH(c console, study *analysis.Study) error {
	files, evaluations := study.IOHanalyzer()
	for _, f := range files {
		if err := writeIn(c, a.IOH, filepath.FromSlash(f.Name), f.Write); err != nil {
			return err
		}
	}
	fmt.Fprintf(c.messages, "aco-vk: evaluations in %s are %s\n", a.IOH, evaluations)
	return nil
}

// writeIn writes a file into a folder, which is created if it is missing.
func writeIn(c console, folder, name string, fill func(io.Writer) error) error {
	name = filepath.Join(folder, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return usageError{err}
	}
	file, err := newOutput(c, name)
	if err != nil {
		return err
	}
	return file.write(fill)
}

// Figures that are narrower have no room for their texts.
const leastWidth, mostWidth = 40, 400

// writeFigures writes each figure as SVG and PDF.
func (a *analyseCommand) writeFigures(c console, study *analysis.Study) error {
	for _, f := range study.Figures(a.Width) {
		if err := writeIn(c, a.Figures, f.Name+".svg", f.WriteSVG); err != nil {
			return err
		}
		if err := writeIn(c, a.Figures, f.Name+".pdf", f.WritePDF); err != nil {
			return err
		}
	}
	return nil
}

// study reads the files.
func (a *analyseCommand) study() (*analysis.Study, error) {
	var sources []analysis.Source
	for _, name := range a.Rows {
		rows, err := experiment.ReadFile(name)
		if err != nil {
			return nil, err
		}
		sources = append(sources, analysis.Source{File: name, Rows: rows})
	}
	return analysis.New(sources, analysis.Options{Target: a.Target, Baseline: a.Baseline})
}

// tableOutput is a file for tables.
type tableOutput struct {
	output
	format analysis.Format
}

// outputs checks that the files can be written.
func (a *analyseCommand) outputs(c console) (list []tableOutput, err error) {
	for _, name := range a.Output {
		o := tableOutput{format: analysis.Text}
		if name != standard {
			if o.format, err = analysis.FormatOf(name); err != nil {
				return nil, usagef("--output %w", err)
			}
		}
		if o.output, err = newOutput(c, name); err != nil {
			return nil, err
		}
		list = append(list, o)
	}
	return list, nil
}
