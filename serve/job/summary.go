package job

import (
	"sync"
	"time"
)

const (
	// summaryTime is the time between two records of a Summary for a key.
	summaryTime = time.Minute
	// mostKeys bounds the keys that a Summary remembers. Others are not logged in that minute.
	mostKeys = 1000
)

// Summary logs what strangers can cause as often as they like: for each key the first time at once, and
// what follows within a minute together. The zero value is ready for use.
type Summary[Key comparable] struct {
	mu       sync.Mutex
	repeated map[Key]int // since the last record, of those that were logged within a minute
}

// Add counts an event. It calls log, now or later, with the number of events since the last record.
func (s *Summary[Key]) Add(of Key, log func(times int)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, isRecent := s.repeated[of]; isRecent {
		s.repeated[of]++
	} else if len(s.repeated) < mostKeys {
		s.write(of, 1, log)
	}
}

// write calls log, and again in a minute if there were more events. The caller has locked mu.
func (s *Summary[Key]) write(of Key, times int, log func(times int)) {
	if s.repeated == nil {
		s.repeated = map[Key]int{}
	}
	s.repeated[of] = 0
	log(times)
	time.AfterFunc(summaryTime, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if more := s.repeated[of]; more > 0 {
			s.write(of, more, log)
			return
		}
		delete(s.repeated, of)
	})
}
