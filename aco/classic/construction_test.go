package classic

import (
	"fmt"

	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// construction is a selection with a kernel configuration.
type construction struct {
	selection model.Selection
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
	{model.SelectScan, KernelConfig{}, 0},
	{model.SelectTrial, KernelConfig{}, 0},
	{model.SelectNear, KernelConfig{}, 0},
	{model.SelectScan, KernelConfig{Mapping: MappingTask}, fewAnts},
	{model.SelectTile, KernelConfig{}, fewAnts},
	{model.SelectTrial, KernelConfig{PrefixSearch: PrefixSearchKary}, fewAnts},
	{model.SelectScan, KernelConfig{Dispatch: DispatchOne}, fewAnts},
	{model.SelectCompress, KernelConfig{}, fewAnts},
	{model.SelectCursor, KernelConfig{}, fewAnts},
	{model.SelectCursor, KernelConfig{Dispatch: DispatchDynamic}, fewAnts},
	{model.SelectCursorTile, KernelConfig{}, fewAnts},
	{model.SelectCursorTile, KernelConfig{Dispatch: DispatchBlocks}, fewAnts},
	{model.SelectHybrid, KernelConfig{}, fewAnts},
	{model.SelectHybrid, KernelConfig{PrefixSearch: PrefixSearchKary, Dispatch: DispatchBlocks}, fewAnts},
	{model.SelectIRoulette, KernelConfig{}, fewAnts},
	{model.SelectTiled, KernelConfig{}, fewAnts},
}
