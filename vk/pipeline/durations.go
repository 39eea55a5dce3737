package pipeline

import "time"

// stampedSlices is how many slices at the beginning of a submission are timed one by one. A
// timestamp delays the next dispatch: 9 to 11 µs in an iteration of Ant System on one H200.
// Submissions of long iterations have fewer slices.
const stampedSlices = 64

// stamped says which slices of a submission are followed by a timestamp: the first ones, the last
// one, and slices that do not repeat earlier ones. Later slices of a pass whose cost decreases are
// no repetitions. Between two timestamps repetitions are timed together.
func stamped(passes []Pass, submission []Slice) []bool {
	stamps := make([]bool, len(submission))
	seen := map[Slice]bool{}
	for i, s := range submission {
		if i < stampedSlices || !seen[s] || passes[s.Pass].CostDecreases {
			stamps[i] = true
			if i > 0 {
				stamps[i-1] = true
			}
		}
		seen[s] = true
	}
	if len(stamps) > 0 {
		stamps[len(stamps)-1] = true
	}
	return stamps
}

// timesOf returns the time of each slice of a submission. times has the time to each timestamp
// from the one before. Slices that are timed together share the time in proportion to the mean
// times of the same slices where they are timed alone.
func timesOf(submission []Slice, stamps []bool, times []time.Duration) []time.Duration {
	type sum struct{ total, count float64 }
	alone := map[Slice]sum{}
	durations := make([]time.Duration, len(submission))
	for start, k := 0, 0; start < len(submission); k++ {
		end := start + 1
		for !stamps[end-1] {
			end++
		}
		if s := submission[start]; end == start+1 {
			durations[start] = times[k]
			alone[s] = sum{alone[s].total + float64(times[k]), alone[s].count + 1}
		} else {
			weights := make([]float64, end-start)
			for i := range weights {
				if mean := alone[submission[start+i]]; mean.count > 0 {
					weights[i] = mean.total / mean.count
				}
			}
			copy(durations[start:end], shares(times[k], weights))
		}
		start = end
	}
	return durations
}

// shares divides a time in proportion to weights, or equally if all weights are 0. The sum of the
// shares is the time.
func shares(total time.Duration, weights []float64) []time.Duration {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	divided := make([]time.Duration, len(weights))
	before, until := 0.0, time.Duration(0) // of the shares so far
	for i, w := range weights {
		if sum > 0 {
			before += w / sum
		} else {
			before = float64(i+1) / float64(len(weights))
		}
		end := time.Duration(before * float64(total))
		if i == len(weights)-1 {
			end = total
		}
		divided[i], until = end-until, end
	}
	return divided
}
