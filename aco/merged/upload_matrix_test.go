package merged

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/mergetest"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// A matrix takes long to compute: when the time is over, no more of it is.
func TestUploadOfMatrixEnds(t *testing.T) {
	device := vktest.Open(t)
	m := mergetest.Model(rand.New(rand.NewPCG(4, 4)), 20, 100, 4, 1)
	m.Instance = byMatrix(m.Instance)
	p := newPair(t, device, m, model.Settings{}, stages...)
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if err := uploadMatrix(over, p.run, m); !errors.Is(err, context.Canceled) {
		t.Errorf("a matrix was uploaded though the time is over: %v", err)
	}
}
