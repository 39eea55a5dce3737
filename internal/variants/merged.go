package variants

import (
	"errors"

	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/option"
)

// addMerged adds the pipelines of merged ants, on whole tours, on one tour with other devices, and
// with the shaders for large instances.
func (l *list) addMerged() error {
	for _, cities := range sizes {
		all, err := instances(cities)
		if err != nil {
			return err
		}
		for _, instance := range all {
			m, err := model.NewUnprepared(instance, model.Parameters{})
			if _, refused := errors.AsType[*option.Error](err); refused {
				continue
			} else if err != nil {
				return err
			}
			if err := l.add(merged.Recipe(m, l.limits)); err != nil {
				return err
			}
			if err := l.add(merged.GroupRecipe(m, l.limits)); err != nil {
				return err
			}
			m.Large = true
			if err := l.add(merged.Recipe(m, l.limits)); err != nil {
				return err
			}
		}
	}
	return nil
}
