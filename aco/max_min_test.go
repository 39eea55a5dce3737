package aco

import (
	"fmt"
	"testing"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// maxMinForm is MMAS in one of its memories and forms.
type maxMinForm struct {
	memory   problem.Memory
	form     Form
	colonies int
}

func (f maxMinForm) String() string {
	return fmt.Sprint(f.memory, " ", f.form.Mapping, f.form.AntData, f.form.Distances, f.colonies)
}

func (f maxMinForm) parameters() problem.Parameters {
	p := problem.MaxMin()
	p.Memory, p.Colonies, p.Ants = f.memory, f.colonies, 2*fewAnts
	return p
}

// maxMinForms are all of them. Those with one memory make the same tours.
var maxMinForms = []maxMinForm{
	{problem.MemoryMatrix, Form{}, 1},
	{problem.MemoryMatrix, Form{AntData: AntDataShared}, 3},
	{problem.MemoryMatrix, Form{AntData: AntDataDevice}, 3},
	{problem.MemoryMatrix, Form{Mapping: MappingTask}, 3},
	{problem.MemoryCandidates, Form{}, 3},
	{problem.MemoryCandidates, Form{AntData: AntDataDevice}, 1},
	{problem.MemoryCandidates, Form{Mapping: MappingTask, AntData: AntDataDevice}, 3},
}

// After every stage of three iterations, each buffer of every colony equals the reference's.
func TestEveryStageOfMaxMinEqualsTheReference(t *testing.T) {
	device := vktest.Open(t)
	for name, instance := range testInstances(t, 4*largestAntGroup) {
		for _, f := range maxMinForms {
			p := newPairIn(t, device, instance, f.parameters(), Options{Form: f.form})
			iterations := 3
			if p.problem.Cities > 4*largestAntGroup/2 {
				iterations = 1
			}
			for i := range iterations {
				for _, stage := range p.twin.Stages() {
					if p.twin.State.Stop != problem.Running {
						break // a tour of length 0 cannot be improved
					}
					p.runStage(t, stage.Name, fmt.Sprintf("%s, %s: iteration %d, after %s", name, f, i, stage.Name))
				}
			}
		}
	}
}
