package main

import (
	"context"
	"fmt"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/tsp"
)

type timeCommand struct {
	Instances []string          `arg:"" help:"Names, without folder and ending."`
	Seconds   float64           `default:"3" help:"How long each instance is timed, after a warm-up of the same kind."`
	AntGroup  []int             `default:"0" help:"Invocations of an ant's work-group; 0: what the program chooses. Several make a sweep."`
	Selection problem.Selection `help:"How ants choose: scan or trial; left out: what the program chooses."`
	Trials    int               `default:"0" help:"Trials of a step."`
	Verify    int               `default:"2" help:"Iterations that are first compared with the reference."`
}

var stages = []string{"choice", "prefix", "construct", "evaluate", "best", "evaporate", "deposit"}

func (c *timeCommand) Run(b bench) error {
	fmt.Print(b.name())
	if b.device != nil {
		streamed, err := streamBandwidth(b.device)
		if err != nil {
			return err
		}
		fmt.Printf("; a plain shader reads and writes its memory at %.0f GB/s", streamed/1e9)
	}
	fmt.Print("\n\n")
	fmt.Println("| instance | selection | group | choice | prefix | construct | evaluate | best | evaporate | deposit | iteration, ms | wall, ms | µs a step | whole rows, GB/s | Zhou et al., ms | Uchida et al., ms |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|")
	for _, name := range c.Instances {
		instance, err := b.load(name)
		if err != nil {
			return err
		}
		if err := b.verify(instance, c.parameters(), c.Verify); err != nil {
			return err
		}
		for _, group := range c.AntGroup {
			if err := c.row(b, name, instance, group); err != nil {
				return err
			}
		}
	}
	return nil
}

// row times one instance and prints its line.
func (c *timeCommand) row(b bench, name string, instance *tsp.Instance, group int) error {
	limit := time.Duration(c.Seconds * float64(time.Second))
	if _, err := b.solve(instance, aco.Options{TimeLimit: limit / 4, Form: aco.Form{AntGroup: group}, Parameters: c.parameters()}); err != nil {
		return err
	}
	result, err := b.solve(instance, aco.Options{TimeLimit: limit, Form: aco.Form{AntGroup: group}, Parameters: c.parameters()})
	if err != nil {
		return err
	}
	if result.Iterations == 0 {
		return fmt.Errorf("%s: no iteration in %v", name, limit)
	}
	iterations := float64(result.Iterations)
	ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) / iterations }
	fmt.Printf("| %s | %s | %s ", name, selectionName(result.Parameters), groupName(group))
	var total time.Duration
	for _, stage := range stages {
		fmt.Printf("| %.4f ", ms(result.Stages[stage]))
		total += result.Stages[stage]
	}
	n := float64(instance.Dimension())
	read := "" // trials read a few words where a scan reads the row
	if result.Parameters.Selection == problem.SelectScan {
		read = fmt.Sprintf("%.0f", 4*n*n*n*iterations/result.Stages["construct"].Seconds()/1e9)
	}
	fmt.Printf("| **%.4f** | %.4f | %.2f | %s | %s | %s |\n", ms(total), ms(result.Wall-result.Setup), 1000*ms(result.Stages["construct"])/n, read,
		figure(papers[name].zhouMS), figure(papers[name].uchidaMS))
	return nil
}

func selectionName(p problem.Parameters) string {
	if p.Trials > 0 {
		return fmt.Sprintf("%s %d", p.Selection, p.Trials)
	}
	return string(p.Selection)
}

func groupName(group int) string {
	if group == 0 {
		return "chosen"
	}
	return fmt.Sprint(group)
}

func figure(value float64) string {
	if value == 0 {
		return ""
	}
	return fmt.Sprintf("%.4g", value)
}

func (b bench) solve(instance *tsp.Instance, options aco.Options) (*aco.Result, error) {
	if options.Parameters == (problem.Parameters{}) {
		options.Parameters = problem.AntSystem()
	}
	return aco.Solve(context.Background(), instance, b.device, options, nil)
}

// verify compares the device's tour with the reference's.
func (b bench) verify(instance *tsp.Instance, parameters problem.Parameters, iterations int) error {
	if iterations == 0 || b.device == nil {
		return nil
	}
	options := aco.Options{Parameters: parameters, Iterations: iterations}
	got, err := b.solve(instance, options)
	if err != nil {
		return err
	}
	want, err := aco.Solve(context.Background(), instance, nil, options, nil)
	if err != nil {
		return err
	}
	if got.AntsBest != want.AntsBest || got.Tour.SHA256(instance.Symmetric()) != want.Tour.SHA256(instance.Symmetric()) {
		return fmt.Errorf("%s: after %d iterations the ants' best is %d on the device and %d in the reference",
			instance.Name, iterations, got.AntsBest, want.AntsBest)
	}
	return nil
}

func (c *timeCommand) parameters() problem.Parameters {
	p := problem.AntSystem()
	p.Selection, p.Trials = c.Selection, c.Trials
	return p
}
