package classic

import (
	"fmt"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// construction is a selection with a kernel configuration.
type construction struct {
	selection problem.Selection
	config    KernelConfig
	ants      int // 0: as many as cities
}

func (c construction) String() string {
	return fmt.Sprint(c.selection, " ", c.config.Mapping, c.config.Dispatch, c.config.PrefixSearch)
}

// fewAnts is enough where another construction has as many ants as cities: software devices are slow.
const fewAnts = 5

// constructions lists all constructions. Those with the same reference make the same tours.
var constructions = []construction{
	{problem.SelectScan, KernelConfig{}, 0},
	{problem.SelectTrial, KernelConfig{}, 0},
	{problem.SelectNear, KernelConfig{}, 0},
	{problem.SelectScan, KernelConfig{Mapping: MappingTask}, fewAnts},
	{problem.SelectTile, KernelConfig{}, fewAnts},
	{problem.SelectTrial, KernelConfig{PrefixSearch: PrefixSearchKary}, fewAnts},
	{problem.SelectScan, KernelConfig{Dispatch: DispatchOne}, fewAnts},
	{problem.SelectCompress, KernelConfig{}, fewAnts},
	{problem.SelectCursor, KernelConfig{}, fewAnts},
	{problem.SelectCursor, KernelConfig{Dispatch: DispatchDynamic}, fewAnts},
	{problem.SelectCursorTile, KernelConfig{}, fewAnts},
	{problem.SelectCursorTile, KernelConfig{Dispatch: DispatchBlocks}, fewAnts},
	{problem.SelectHybrid, KernelConfig{}, fewAnts},
	{problem.SelectHybrid, KernelConfig{PrefixSearch: PrefixSearchKary, Dispatch: DispatchBlocks}, fewAnts},
	{problem.SelectIRoulette, KernelConfig{}, fewAnts},
	{problem.SelectTiled, KernelConfig{}, fewAnts},
}
