package reference

import "github.com/aco-vk/aco-vk/aco/merged/model"

// Stage is a stage of an iteration.
type Stage struct {
	Name string
	Run  func()
}

// Merge returns the stages that make the next tour of the changes that ants have handed on, in their order.
func (c *Colony) Merge() []Stage {
	return []Stage{
		{"claim", func() {
			for class := range uint32(model.Claimed) {
				c.Claim(class)
			}
		}},
		{"long", c.Long}, {"rewrite", c.Rewrite}, {"check", c.Check}, {"keep", c.Keep}, {"settle", c.Settle},
	}
}
