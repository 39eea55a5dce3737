package classic

import (
	"context"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/aco/reference"
)

func (c *cpuColonies) begun() int { return 0 }

func (c *cpuColonies) rest() (batch, error) {
	for _, twin := range c.twins {
		behind := false
		for _, stage := range twin.Stages() {
			if behind && twin.State.Stop == problem.Running {
				if err := stage.Run(context.Background()); err != nil {
					return batch{}, err
				}
			}
			behind = behind || stage.Name == "best"
		}
	}
	return batch{colonies: c.bring()}, nil
}

func (c *cpuColonies) read(name string, at uint64, words []uint32) error {
	if c.partway {
		return errPartway
	}
	clear(words)
	c.each(name, at, words, func(words, there []uint32) { copy(words, there) })
	return nil
}

func (c *cpuColonies) write(name string, at uint64, words []uint32) error {
	c.each(name, at, words, func(words, there []uint32) { copy(there, words) })
	return nil
}

// each goes over words of a buffer as a device has it, where rows of a matrix are padded, and what the reference has for them, if
// anything: a row, or all of a colony, at a time.
func (c *cpuColonies) each(name string, at uint64, words []uint32, do func(words, there []uint32)) {
	p := c.twins[0].Problem
	for len(words) > 0 {
		first := bufferOf(c.twins[0], name)
		colony, columns, width := len(first), len(first), len(first)
		if len(first) == p.Cities*p.Cities {
			colony, columns, width = p.Cities*pitch(p.Cities), p.Cities, pitch(p.Cities)
		}
		all, place := bufferOf(c.twins[at/uint64(colony)], name), int(at%uint64(colony))
		row, column := place/width, place%width
		here := min(len(words), width-column)
		if column < columns {
			do(words[:here], all[row*columns+column:(row+1)*columns])
		}
		at, words = at+uint64(here), words[here:]
	}
}

// bufferOf returns what the reference has of a buffer that iterations hand on.
func bufferOf(twin *reference.Colony, name string) []uint32 {
	switch name {
	case "restart_tour":
		return twin.RestartTour
	case "tails":
		return twin.Tails
	}
	return twin.Pheromone
}
