package pipeline

import "time"

// maxPoll is how long Wait polls. Longer submissions do not gain from it.
const maxPoll = 20 * time.Millisecond

// Poll makes Wait poll the device instead of sleeping until it has finished. Wait then returns about .1 ms earlier, and keeps a processor busy
// meanwhile. It is for short submissions that wait for the host.
func (r *Run) Poll() { r.polls = true }

// finish waits for a submission.
func (r *Run) finish(s *slot) error {
	for from := time.Now(); r.polls && time.Since(from) < maxPoll; {
		if done, err := s.commands.Wait(0); done || err != nil {
			return err
		}
	}
	return s.commands.Finish()
}
