package model

import (
	"encoding/json"
	"fmt"

	"github.com/aco-vk/aco-vk/aco/option"
)

// UnmarshalJSON reads the parameters of a report or a checkpoint. Version 0.9 had more parameters.
// If a run used one of them, no other parameters make its tour, and the error is a *option.Error.
func (p *Parameters) UnmarshalJSON(text []byte) error {
	type plain Parameters
	read := struct {
		*plain
		Pheromone string `json:"pheromone"`
		Windows   int    `json:"windows"`
	}{plain: (*plain)(p)}
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	used := ""
	switch {
	case read.Pheromone != "" && read.Pheromone != "off":
		used = "used pheromone " + read.Pheromone
	case read.Windows > 1:
		used = fmt.Sprintf("divided its tour into %d windows", read.Windows)
	default:
		return nil
	}
	return option.Errorf(
		"the run %s, which version 0.9 was the last to do: continue or repeat it with that version, or start a new run",
		used,
	)
}
