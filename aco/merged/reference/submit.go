package reference

import "github.com/aco-vk/aco-vk/aco/merged/model"

// propose records the ant's change, if the annealing rule accepts it.
func (a *ant) propose() {
	c := a.colony
	header := model.Header{Class: model.ClassNone}
	threshold := int64(c.Settings.Threshold(a.thresholds, a.draws.Accept))
	if !a.undone && (a.gain > 0 || a.gain < 0 && -a.gain < threshold) {
		header.Gain = int32(a.gain)
		var pieces []model.Piece
		pieces, header.Low, header.High = a.moved()
		c.Pieces[a.number] = append(c.Pieces[a.number][:0], pieces...)
		header.Pieces = uint32(len(c.Pieces[a.number]))
		header.Class = model.ClassOf(header.High - header.Low + 2)
		if header.Class == model.ClassLong && header.Gain < 0 {
			header.Class = model.ClassNone // it would exclude too many other changes
		}
	}
	c.Headers[a.number] = header
}

// moved returns the ant's pieces without those that have not moved, at the beginning and at the
// end. It joins adjacent pieces that are contiguous in the shared tour. The pieces are valid until
// the next call.
func (a *ant) moved() (pieces []model.Piece, low, high uint32) {
	runs := a.runs[:0]
	var last uint32 // of the last run
	for i, s := range a.tour.pieces {
		first, end := s.ends()
		single := s.length() == 1
		joins := false
		if i > 0 {
			run := &runs[len(runs)-1]
			alone := run.First == last
			joins = first == last+1 && (alone || !run.Reversed) && (single || !s.reversed) ||
				first+1 == last && (alone || run.Reversed) && (single || s.reversed)
			if joins {
				run.Reversed = first < last
			}
		}
		if !joins {
			runs = append(runs, model.Piece{Start: s.start, First: first, Reversed: s.reversed && !single})
		}
		last = end
	}
	if runs[0].First == 0 && !runs[0].Reversed {
		low = runs[1].Start
		runs = runs[1:]
	}
	end := len(runs) - 1 // has the last place, which never changes
	return runs[:end], low, runs[end].First - 1
}

// Submit submits an ant's change to the merge. It lists a long change; any other change claims its
// blocks.
func (c *Colony) Submit(ant uint32) {
	c.State.Counts.Submitted++
	header := c.Headers[ant]
	if header.Class == model.ClassLong {
		c.LongChanges = append(c.LongChanges, ant)
		c.State.LongChanges++
		c.State.Counts.Long++
		return
	}
	key := c.Model.ClaimKey(header.Gain, ant)
	for block := range c.blocks(header) {
		*block = max(*block, key)
	}
}
