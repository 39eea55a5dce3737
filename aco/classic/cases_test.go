package classic

import (
	"fmt"

	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// construction is a selection with a kernel configuration.
type Construction struct {
	Selection model.Selection
	Config    KernelConfig
	Ants      int // 0: as many as cities
}

func (c Construction) String() string {
	return fmt.Sprint(c.Selection, " ", c.Config.Mapping, c.Config.Dispatch, c.Config.PrefixSearch)
}

// fewAnts is enough where another construction has as many ants as cities: software devices are
// slow.
const FewAnts = 5

// constructions lists all constructions. Those with the same reference make the same tours.
var Constructions = []Construction{
	{model.SelectScan, KernelConfig{}, 0},
	{model.SelectTrial, KernelConfig{}, 0},
	{model.SelectNear, KernelConfig{}, 0},
	{model.SelectScan, KernelConfig{Mapping: MappingTask}, FewAnts},
	{model.SelectTile, KernelConfig{}, FewAnts},
	{model.SelectTrial, KernelConfig{PrefixSearch: PrefixSearchKary}, FewAnts},
	{model.SelectScan, KernelConfig{Dispatch: DispatchOne}, FewAnts},
	{model.SelectCompress, KernelConfig{}, FewAnts},
	{model.SelectCursor, KernelConfig{}, FewAnts},
	{model.SelectCursor, KernelConfig{Dispatch: DispatchDynamic}, FewAnts},
	{model.SelectCursorTile, KernelConfig{}, FewAnts},
	{model.SelectCursorTile, KernelConfig{Dispatch: DispatchBlocks}, FewAnts},
	{model.SelectHybrid, KernelConfig{}, FewAnts},
	{model.SelectHybrid, KernelConfig{PrefixSearch: PrefixSearchKary, Dispatch: DispatchBlocks}, FewAnts},
	{model.SelectIRoulette, KernelConfig{}, FewAnts},
	{model.SelectTiled, KernelConfig{}, FewAnts},
}

// maxMinCase is MMAS with a pheromone memory, a kernel configuration and a number of colonies.
type MaxMinCase struct {
	Memory   model.Memory
	Config   KernelConfig
	Colonies int
}

// maxMinCases lists the cases. Cases with the same memory and number of colonies make the same
// tours.
var MaxMinCases = []MaxMinCase{
	{model.MemoryMatrix, KernelConfig{}, 1},
	{model.MemoryMatrix, KernelConfig{AntData: AntDataShared}, 3},
	{model.MemoryMatrix, KernelConfig{AntData: AntDataDevice}, 3},
	{model.MemoryMatrix, KernelConfig{Mapping: MappingTask}, 3},
	{model.MemoryCandidates, KernelConfig{}, 3},
	{model.MemoryCandidates, KernelConfig{AntData: AntDataDevice}, 1},
	{model.MemoryCandidates, KernelConfig{Mapping: MappingTask, AntData: AntDataDevice}, 3},
}

func (f MaxMinCase) String() string {
	return fmt.Sprint(f.Memory, " ", f.Config.Mapping, f.Config.AntData, f.Config.Distances, f.Colonies)
}

func (f MaxMinCase) Parameters() model.Parameters {
	p := model.MaxMin()
	p.Memory, p.Colonies, p.Ants = f.Memory, f.Colonies, 2*FewAnts
	return p
}

// acsCase is ACS with a pheromone memory, synchronous or not, a place for ant data and a dispatch.
type ACSCase struct {
	Memory      model.Memory
	Synchronous bool
	Data        AntData
	Dispatch    Dispatch
}

// acsCases lists all combinations. In tests of equality, cases that are not synchronous have one
// ant, so that no ants race.
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

// parameters returns the parameters with the given number of ants, or with one ant if ants would
// race.
func (s ACSCase) Parameters(ants int) model.Parameters {
	p := model.AntColonySystem()
	p.Memory, p.Synchronous, p.Ants = s.Memory, s.Synchronous, ants
	if !s.Synchronous {
		p.Ants = 1
	}
	return p
}
