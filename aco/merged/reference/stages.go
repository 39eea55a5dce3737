package reference

import "github.com/aco-vk/aco-vk/aco/merged/model"

// Stage is a stage of an iteration.
type Stage struct {
	Name string
	Run  func()
}

// Stages returns the stages of an iteration, in order.
func (c *Colony) Stages() []Stage { return append([]Stage{{"ant", c.Ants}}, c.Merge()...) }

// Merge returns the stages that make the next tour from the submitted changes, in order.
func (c *Colony) Merge() []Stage {
	return []Stage{
		{"claim", func() {
			for class := range uint32(model.ClaimClasses) {
				c.Claim(class)
			}
		}},
		{"long", c.Long}, {"rewrite", c.Rewrite}, {"check", c.Check}, {"keep", c.Keep}, {"settle", c.Settle},
	}
}
