package memstore

import (
	"testing"

	"github.com/aco-vk/aco-vk/serve/job/jobtest"
)

func TestStore(t *testing.T) { jobtest.TestStore(t, &Store{}) }
