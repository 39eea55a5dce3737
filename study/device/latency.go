package device

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/vk/pipeline"
)

const (
	dispatches  = 256 // of a submission
	submissions = 100
)

// latency measures dispatches that wait for the previous one, and submissions that the host waits
// for.
func (m *meter) latency() error {
	pass := m.additions(1, 1, m.groupSize())
	run, err := pipeline.Start(m.ctx, m.device, pipeline.Recording{Buffers: []pipeline.Buffer{{Name: "counters",
		Words: 1}}, Passes: []pipeline.Pass{pass}})
	if err != nil {
		return err
	}
	defer run.Close()
	if err := run.Fill("counters", 0); err != nil {
		return err
	}
	chain := slices.Repeat([]pipeline.Slice{{Count: 1}}, dispatches)
	counted := uint32(0)
	submit := func(slices []pipeline.Slice) (device, wall time.Duration, err error) {
		if err := m.ctx.Err(); err != nil {
			return 0, 0, err
		}
		started := time.Now()
		if err := run.Submit(slices); err != nil {
			return 0, 0, err
		}
		done, err := run.Wait()
		if err != nil {
			return 0, 0, err
		}
		counted += uint32(len(slices)) * m.groupSize()
		return done.DeviceTime(), time.Since(started), nil
	}
	fastest, walls := time.Duration(math.MaxInt64), []time.Duration{}
	for range minRuns + 1 {
		device, _, err := submit(chain)
		if err != nil {
			return err
		}
		fastest = min(fastest, device)
	}
	for range submissions {
		_, wall, err := submit(chain[:1])
		if err != nil {
			return err
		}
		walls = append(walls, wall)
	}
	dispatch := Figure{
		Subject: Latency, What: "dispatch that waits for the previous one", Unit: Microseconds,
		Over: fmt.Sprintf("%d dispatches of one work-group, fastest submission", dispatches),
	}
	submission := Figure{
		Subject: Latency, What: "submission until the host knows its end", Unit: Microseconds,
		Over: fmt.Sprintf("%d submissions, median", submissions),
	}
	sums, err := run.Download("counters")
	if err != nil {
		return err
	}
	if reason := wrongSum(sums, 1, counted); reason != "" {
		return m.wrong(dispatch, reason)
	}
	slices.Sort(walls)
	dispatch.Value = microseconds(fastest) / dispatches
	submission.Value = microseconds(walls[len(walls)/2])
	m.add(dispatch)
	m.add(submission)
	return nil
}

func microseconds(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }
