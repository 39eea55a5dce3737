package probe

import (
	"testing"

	"github.com/aco-vk/aco-vk/vk/vktest"
)

// The devices of the tests keep to every feature that they have.
func TestDeviceKeepsToItsFeatures(t *testing.T) {
	device := vktest.Open(t)
	for _, p := range All() {
		r := p.Run(t.Context(), device)
		t.Log(r.Name, r.Verdict, r.Duration)
		if r.Verdict == Differs || r.Verdict == Failed {
			t.Errorf("%s: %s: %s", r.Name, r.Verdict, r.Detail)
		}
	}
}
