package classic

import (
	"fmt"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// construction is a selection in one of its forms.
type construction struct {
	selection problem.Selection
	form      Form
	ants      int // 0: as many as cities
}

func (c construction) String() string {
	return fmt.Sprint(c.selection, " ", c.form.Mapping, c.form.Dispatch, c.form.Search)
}

// fewAnts are enough where another construction has as many as cities; devices in software take their time for ants.
const fewAnts = 5

// constructions are all of them. Those with one twin in the reference make the same tours.
var constructions = []construction{
	{problem.SelectScan, Form{}, 0},
	{problem.SelectTrial, Form{}, 0},
	{problem.SelectNear, Form{}, 0},
	{problem.SelectScan, Form{Mapping: MappingTask}, fewAnts},
	{problem.SelectTile, Form{}, fewAnts},
	{problem.SelectTrial, Form{Search: SearchKary}, fewAnts},
	{problem.SelectScan, Form{Dispatch: DispatchOne}, fewAnts},
	{problem.SelectCompress, Form{}, fewAnts},
	{problem.SelectCursor, Form{}, fewAnts},
	{problem.SelectCursor, Form{Dispatch: DispatchDynamic}, fewAnts},
	{problem.SelectCursorTile, Form{}, fewAnts},
	{problem.SelectCursorTile, Form{Dispatch: DispatchBlocks}, fewAnts},
	{problem.SelectHybrid, Form{}, fewAnts},
	{problem.SelectHybrid, Form{Search: SearchKary, Dispatch: DispatchBlocks}, fewAnts},
	{problem.SelectIRoulette, Form{}, fewAnts},
	{problem.SelectTiled, Form{}, fewAnts},
}
