package classic

import (
	"errors"
	"testing"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// Names that are none are refused, and what Ant System does not have.
func TestAntDataErrors(t *testing.T) {
	var refused *problem.Error
	if err := (KernelConfig{AntData: "disk"}).validate(); !errors.As(err, &refused) {
		t.Errorf("an ant's data on disk: %v", err)
	}
	for _, data := range AntDataValues {
		config := KernelConfig{AntData: data}
		if err := config.validate(); err != nil {
			t.Error(err)
		}
		_, err := PlanFor(uniform(t, 10), nil, Options{Parameters: problem.AntSystem(), Kernel: config})
		if !errors.As(err, &refused) {
			t.Errorf("ant data %s with Ant System: %v", data, err)
		}
	}
	if _, err := PlanFor(uniform(t, 10), nil, Options{Parameters: problem.AntSystem()}); err != nil {
		t.Error(err)
	}
}
