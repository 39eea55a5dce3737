package merged

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/mergetest"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// A matrix is uploaded in several parts. The last part may have fewer rows.
func TestUploadInParts(t *testing.T) {
	device := vktest.Open(t)
	m := mergetest.Model(rand.New(rand.NewPCG(4, 4)), 2100, 1000, 1, 1)
	m.Instance = toMatrix(m.Instance)
	p := newPairFor(t, device, m, model.Settings{}, checkPasses)
	for i, word := range p.download(t, "distances") {
		if want := uint32(m.Instance.Weights[i]); word != want {
			t.Fatalf("the distance of cities %d and %d is %d, want %d", i/m.Cities, i%m.Cities, word, want)
		}
	}
}

// Computing and uploading a matrix stops when the context ends.
func TestUploadOfMatrixStopsWithContext(t *testing.T) {
	device := vktest.Open(t)
	m := mergetest.Model(rand.New(rand.NewPCG(4, 4)), 20, 100, 4, 1)
	m.Instance = toMatrix(m.Instance)
	p := newPairFor(t, device, m, model.Settings{}, allStages...)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := uploadMatrix(ended, p.run, m); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}
