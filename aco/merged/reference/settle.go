package reference

import "github.com/aco-vk/aco-vk/aco/merged/model"

// Settle updates the best length after a check and applies the stop rules.
func (c *Colony) Settle() {
	if !c.isCheckDue() {
		return
	}
	s := &c.State
	if s.Measured != s.Length {
		s.Faults |= model.FaultLength
	}
	if s.Faults == 0 && s.Measured < s.Best {
		s.Best, s.BestIteration = s.Measured, s.Iteration
	}
	switch {
	case s.Faults != 0:
		s.Stop = model.Faulty
	case s.Best <= c.Model.Target:
		s.Stop = model.TargetReached
	case c.Model.Stall > 0 && s.Iteration-s.BestIteration >= c.Model.Stall:
		s.Stop = model.Stalled
	}
}
