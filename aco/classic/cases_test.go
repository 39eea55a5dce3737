package classic

import (
	"fmt"

	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// constructions are the selections of Ant System with the kernels that they have.
var constructions = []struct {
	selection model.Selection
	config    KernelConfig
}{
	{model.SelectScan, KernelConfig{}},
	{model.SelectTrial, KernelConfig{}},
	{model.SelectNear, KernelConfig{}},
	{model.SelectScan, KernelConfig{Mapping: MappingTask}},
	{model.SelectTile, KernelConfig{}},
	{model.SelectTrial, KernelConfig{PrefixSearch: PrefixSearchKary}},
	{model.SelectCompress, KernelConfig{}},
	{model.SelectCursor, KernelConfig{}},
	{model.SelectCursorTile, KernelConfig{}},
	{model.SelectHybrid, KernelConfig{}},
	{model.SelectHybrid, KernelConfig{PrefixSearch: PrefixSearchKary}},
	{model.SelectIRoulette, KernelConfig{}},
	{model.SelectTiled, KernelConfig{}},
}

// ACSCase is ACS with a pheromone memory, synchronous or not, a place for ant data and a dispatch.
type ACSCase struct {
	Memory      model.Memory
	Synchronous bool
	Data        AntData
	Dispatch    Dispatch
}

// ACSCases lists all combinations.
var ACSCases = []ACSCase{
	{model.MemoryMatrix, true, "", ""}, {model.MemorySelective, true, "", ""},
	{model.MemoryMatrix, false, AntDataShared, ""}, {model.MemorySelective, false, AntDataShared, ""},
	{model.MemoryMatrix, false, AntDataDevice, ""}, {model.MemorySelective, false, AntDataDevice, ""},
	{model.MemoryMatrix, false, "", DispatchOne},
}

func (s ACSCase) String() string {
	return fmt.Sprint(s.Memory, " ", s.Synchronous, " ", s.Data, s.Dispatch)
}

// Config returns the kernel configuration.
func (s ACSCase) Config() KernelConfig { return KernelConfig{AntData: s.Data, Dispatch: s.Dispatch} }

// Parameters returns the parameters with the given number of ants, or with one ant if ants would
// race.
func (s ACSCase) Parameters(ants int) model.Parameters {
	p := model.AntColonySystem()
	p.Memory, p.Synchronous, p.Ants = s.Memory, s.Synchronous, ants
	if !s.Synchronous {
		p.Ants = 1
	}
	return p
}
