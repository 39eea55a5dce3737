package model

import (
	"encoding/json"

	"github.com/aco-vk/aco-vk/aco/option"
)

// UnmarshalJSON reads the parameters of a report or a checkpoint. Version 0.9 had more parameters. If a run used one of them, no other
// parameters make its tour, and the error is a *option.Error.
func (p *Parameters) UnmarshalJSON(text []byte) error {
	type plain Parameters
	read := struct {
		*plain
		Pheromone string `json:"pheromone"`
	}{plain: (*plain)(p)}
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	if read.Pheromone != "" && read.Pheromone != "off" {
		return option.Errorf("the run used pheromone %s, which version 0.9 was the last to have: continue or repeat it with that version, or start a new run",
			read.Pheromone)
	}
	return nil
}
