package child

import (
	"os/exec"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/must"
)

// A process that does not end by itself is killed, and none is started afterwards.
func TestEndAll(t *testing.T) {
	p := must.Get(Start(exec.Command("sleep", "3600"), Limits{Silence: time.Hour}))(t)
	EndAll()
	t.Cleanup(func() { running.ending = false })
	if end := p.Wait(); end.Cause == Hung {
		t.Errorf("the process ended as %+v", end)
	}
	if running.processes[p] {
		t.Error("the process has not ended")
	}
	if _, err := Start(exec.Command("true"), Limits{Silence: time.Hour}); err == nil {
		t.Error("a process was started")
	}
}
