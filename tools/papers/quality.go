package main

import (
	"fmt"
	"math"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/tsp"
)

type qualityCommand struct {
	Instances  []string `arg:"" help:"Names, without folder and ending."`
	Seeds      int      `default:"10" help:"Runs of each instance, with seeds from 1 on."`
	Iterations int      `default:"1000" help:"Iterations of a run: 1000 as Zhou et al., 100 as Uchida et al."`
}

func (c *qualityCommand) Run(b bench) error {
	fmt.Printf("The ants' best after %d iterations, %d seeds, on %s\n\n", c.Iterations, c.Seeds, b.name())
	fmt.Println("| instance | mean | least | most | Zhou et al. (1000) | mean against it | Uchida et al. (100) | mean against it | over the optimum |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|")
	for _, name := range c.Instances {
		instance, err := b.load(name)
		if err != nil {
			return err
		}
		sum, least, most := 0.0, math.Inf(1), 0.0
		for seed := 1; seed <= c.Seeds; seed++ {
			parameters := problem.AntSystem()
			parameters.Seed = uint64(seed)
			result, err := b.solve(instance, aco.Options{Parameters: parameters, Iterations: c.Iterations})
			if err != nil {
				return err
			}
			length := float64(result.AntsBest)
			sum, least, most = sum+length, min(least, length), max(most, length)
		}
		mean := sum / float64(c.Seeds)
		known, _ := tsp.BestKnown(instance.Name)
		paper := papers[name]
		fmt.Printf("| %s | %.1f | %.0f | %.0f | %s | %s | %s | %s | %s |\n", name, mean, least, most,
			length(paper.zhouGPU), against(mean, paper.zhouGPU), length(paper.uchidaGPU), against(mean, paper.uchidaGPU),
			against(mean, float64(known)))
	}
	return nil
}

func length(value float64) string {
	if value == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f", value)
}

func against(value, figure float64) string {
	if figure == 0 {
		return ""
	}
	return fmt.Sprintf("%+.2f%%", 100*(value/figure-1))
}
