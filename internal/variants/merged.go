package variants

import (
	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/tsp"
)

// addMerged adds the pipelines of merged ants on an instance: on whole tours, on one tour with other
// devices, and with the shaders for large instances.
func (l *list) addMerged(instance *tsp.Instance) {
	m, err := model.NewUnprepared(instance, model.Parameters{})
	if l.fails(err) {
		return
	}
	l.add(merged.Recipe(m, l.limits))
	l.add(merged.GroupRecipe(m, l.limits))
	m.Large = true
	l.add(merged.Recipe(m, l.limits))
}
