package classic

import (
	"errors"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// TestAntDataErrors shows that unknown names, and ant data with Ant System, return an error.
func TestAntDataErrors(t *testing.T) {
	var problemErr *option.Error
	if err := (KernelConfig{AntData: "disk"}).validate(); !errors.As(err, &problemErr) {
		t.Errorf("ant data disk: %v", err)
	}
	for _, data := range AntDataValues {
		config := KernelConfig{AntData: data}
		if err := config.validate(); err != nil {
			t.Error(err)
		}
		_, err := PlanFor(tsptest.Generate(t, "uniform", 10, 1), nil, Options{Parameters: model.AntSystem(),
			Kernel: config})
		if !errors.As(err, &problemErr) {
			t.Errorf("ant data %s with Ant System: %v", data, err)
		}
	}
	if _, err := PlanFor(tsptest.Generate(t, "uniform", 10, 1), nil,
		Options{Parameters: model.AntSystem()}); err != nil {
		t.Error(err)
	}
}
