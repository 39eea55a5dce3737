package merged_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// A matrix is uploaded in several parts. The last part may have fewer rows.
func TestUploadInParts(t *testing.T) {
	device := vktest.Open(t)
	m := randomModel(rand.New(rand.NewPCG(4, 4)), 2100, 1000, 1, 1)
	m.Instance = merged.Matrix(m.Instance)
	p := open(t, device, m, model.Settings{}, "check")
	for i, word := range p.download(t, "distances") {
		if want := uint32(m.Instance.Weights[i]); word != want {
			t.Fatalf("the distance of cities %d and %d is %d, want %d", i/m.Cities, i%m.Cities, word, want)
		}
	}
}

// Computing and uploading the tables stops when the context ends.
func TestUploadStopsWithContext(t *testing.T) {
	device := vktest.Open(t)
	m := randomModel(rand.New(rand.NewPCG(4, 4)), 20, 100, 4, 1)
	m.Instance = merged.Matrix(m.Instance)
	p := open(t, device, m, model.Settings{}, merged.Stages...)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := merged.Upload(ended, p.Run, m); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}
