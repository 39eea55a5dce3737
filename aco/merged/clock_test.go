package merged

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/testkind"
)

// A run with a time limit ends at its limit and cold, with any number of colonies, on fast and
// slow devices. Kicks take three times as long as the descent.
func TestRunsEndAtTheirLimitAndCold(t *testing.T) {
	testkind.ComparesRuns(t)
	const limit = 10 * time.Second
	for _, each := range []time.Duration{5 * time.Millisecond, 60 * time.Millisecond} {
		for name, p := range map[string]model.Parameters{"colonies": parameters(4), "population": populationParameters(4)} {
			t.Run(fmt.Sprintf("%s, %v", name, each), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					started := time.Now()
					wait := func(s *faultyColonies) error {
						time.Sleep(each)
						if s.references[0].Settings.Kick > 0 {
							time.Sleep(2 * each)
						}
						return nil
					}
					result := runWithFaults(t, Options{Parameters: p, Rules: engine.Rules{TimeLimit: limit}}, wait, wait)
					if took := time.Since(started); took > limit || took < limit-limit/50 {
						t.Errorf("the run took %v of %v", took, limit)
					}
					steps := result.Schedule.Steps
					if last := steps[len(steps)-1]; last.Temperature != 0 {
						t.Errorf("the run ends at temperature %d", last.Temperature)
					}
				})
			})
		}
	}
}
