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

// A matrix that is uploaded in several parts, the last of fewer rows, is whole.
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

// A matrix takes long to compute: when the time is over, no more of it is.
func TestUploadOfMatrixEnds(t *testing.T) {
	device := vktest.Open(t)
	m := mergetest.Model(rand.New(rand.NewPCG(4, 4)), 20, 100, 4, 1)
	m.Instance = toMatrix(m.Instance)
	p := newPairFor(t, device, m, model.Settings{}, allStages...)
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if err := uploadMatrix(over, p.run, m); !errors.Is(err, context.Canceled) {
		t.Errorf("a matrix was uploaded though the time is over: %v", err)
	}
}
