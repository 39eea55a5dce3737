package reference

import "github.com/aco-vk/aco-vk/aco/merged/model"

// Stage is a stage of an iteration.
type Stage struct {
	Name string
	Run  func()
}

// Stages returns an iteration's stages in their order.
func (c *Colony) Stages() []Stage { return append([]Stage{{"ant", c.Ants}}, c.Merge()...) }

// Merge returns the stages that make the next tour of the changes that ants have handed on, in their order.
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
