package pipeline

import "time"

const (
	// pollMargin is how long before the expected end of a submission Wait begins to poll. A sleep can last .1 ms longer than asked for.
	pollMargin = 300 * time.Microsecond
	// maxPoll is how long Wait polls for a submission that takes longer than expected.
	maxPoll = 20 * time.Millisecond
)

// Poll makes Wait poll the device shortly before it expects the end of a submission: when the one before it took as long. Wait then returns
// about .1 ms earlier, and keeps a processor busy meanwhile. It is for submissions that are equal and wait for the host.
func (r *Run) Poll() { r.polls = true }

// finish waits for a submission.
func (r *Run) finish(s *slot) error {
	if !r.polls {
		return s.commands.Finish()
	}
	time.Sleep(r.took - pollMargin - time.Since(s.started))
	for from := time.Now(); time.Since(from) < maxPoll; {
		if done, err := s.commands.Wait(0); done || err != nil {
			r.took = time.Since(s.started)
			return err
		}
	}
	err := s.commands.Finish()
	r.took = time.Since(s.started)
	return err
}
