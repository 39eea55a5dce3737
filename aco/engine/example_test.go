package engine_test

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// settings are the settings of the steps: this algorithm has none.
type settings struct{}

func (settings) PushConstants() map[string]uint32 { return nil }

// climber is a colony. An iteration reverses a random part of its tour where that makes it shorter.
type climber struct {
	instance *tsp.Instance
	random   *rand.Rand
	tour     tsp.Tour
	length   int64
}

func (*climber) Prepare(engine.Step[settings]) {}

func (c *climber) Stages() []engine.Stage {
	return []engine.Stage{{Name: "reverse", Run: c.reverse}}
}

func (c *climber) reverse(context.Context) error {
	from, to := c.random.IntN(len(c.tour)), c.random.IntN(len(c.tour))
	changed := slices.Clone(c.tour)
	slices.Reverse(changed[min(from, to) : max(from, to)+1])
	if length := changed.Length(c.instance); length < c.length {
		c.tour, c.length = changed, length
	}
	return nil
}

// climbers are the colonies of the processor. Host counts their iterations.
type climbers struct {
	engine.Host[settings]
	only *climber
}

func (c *climbers) Wait(ctx context.Context) error { return c.Iterate(ctx) }

// climbing is the algorithm. Run has the state of the run.
type climbing struct {
	*engine.Run[settings, *climbers]
	only *climber
}

func (a *climbing) Next(engine.Pace) (engine.Step[settings], bool) {
	return engine.Step[settings]{Iterations: 1 << 30}, a.Scheduled() == 0
}

func (a *climbing) ApplyBatches() engine.StopReason {
	if a.only.length < int64(a.BestLength()) {
		a.RecordImprovement(engine.Improvement{Iteration: a.Completed(), Elapsed: a.Elapsed(), Length: a.only.length})
	}
	if a.Completed() >= 3000 {
		return engine.StopIterations
	}
	return ""
}

func (a *climbing) Verify() {
	tour := slices.Clone(a.only.tour)
	a.OfferTour(engine.Tour{Cities: func() tsp.Tour { return tour }, Length: uint64(tour.Length(a.only.instance))})
}

func (a *climbing) Finish(_, _ context.Context) engine.StopReason {
	a.Verify()
	return ""
}

func (*climbing) LastRelevant() int                          { return 0 }
func (*climbing) Exchange(context.Context) engine.StopReason { return "" }
func (*climbing) Distribute(int, engine.Step[settings])      {}
func (*climbing) Snapshot() (engine.Snapshot, error)         { return engine.Snapshot{}, nil }

// An algorithm of your own: the engine has the loop, the clock, the stop rules and the verification.
func Example() {
	instance, err := generate.Instance("uniform", 40, 1)
	if err != nil {
		log.Fatal(err)
	}
	tour := make(tsp.Tour, instance.Dimension())
	for city := range tour {
		tour[city] = int32(city)
	}
	first := tour.Length(instance)
	only := &climber{instance, rand.New(rand.NewPCG(1, 1)), tour, first}
	all := &climbers{engine.NewHost([]engine.HostColony[settings]{only}, ""), only}
	a := &climbing{only: only}
	a.Run = engine.New(engine.Config[settings, *climbers]{
		Options:   engine.Options{Started: time.Now()},
		Name:      "climbing",
		Algorithm: a, Instance: instance,
		First: engine.Tour{Cities: func() tsp.Tour { return tour }, Length: uint64(first)},
		Opened: engine.Opened[*climbers]{
			Sites:   []*engine.Site[*climbers]{{Colonies: all, ColonyRange: engine.ColonyRange{Count: 1}}},
			Devices: make([]engine.DeviceResult, 1),
		},
	})
	defer a.Close()
	a.Loop(context.Background())
	result, err := a.Result()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Stop, "with a tour of less than half of the first one:", 2*result.Length < first)
	// Output: iterations with a tour of less than half of the first one: true
}
