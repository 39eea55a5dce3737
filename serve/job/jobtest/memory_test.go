package jobtest

import "testing"

func TestMemory(t *testing.T) { TestStore(t, &Memory{}) }
