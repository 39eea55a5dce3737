package generate

import (
	"math"

	"github.com/aco-vk/aco-vk/tsp/internal/portable"
)

// knuthModulus is one more than the largest random number and the largest seed.
const knuthModulus = 1_000_000_000

// knuth is the random number generator of the DIMACS challenge's instances (McGeoch 1999): Knuth's
// subtractive generator (The Art of Computer Programming, volume 2, 3.2.2), a lagged Fibonacci
// generator with lags 55 and 24.
type knuth struct {
	state    [55]int64
	i, j     int
	stored   float64 // the other normal number of a pair
	isStored bool
}

// newKnuth seeds the generator with 0..knuthModulus-1.
func newKnuth(seed int64) *knuth {
	k := &knuth{j: 24}
	last, next := seed, int64(1)
	k.state[0] = last
	for i := 1; i < 55; i++ {
		at := 21 * i % 55
		k.state[at] = next
		last, next = next, modulo(last-next)
	}
	for range 165 { // three rounds until the seed has reached every word
		k.draw()
	}
	return k
}

// modulo reduces a difference of two random numbers to 0..knuthModulus-1.
func modulo(difference int64) int64 {
	if difference < 0 {
		return difference + knuthModulus
	}
	return difference
}

// draw returns a random number in 0..knuthModulus-1.
func (k *knuth) draw() int64 {
	k.i, k.j = (k.i+54)%55, (k.j+54)%55
	k.state[k.i] = modulo(k.state[k.i] - k.state[k.j])
	return k.state[k.i]
}

// fraction returns a random number in [0, 1).
func (k *knuth) fraction() float64 { return float64(k.draw()) / knuthModulus }

// below returns a random whole number in 0..n-1. It truncates a fraction, as the challenge's
// programs do.
func (k *knuth) below(n int) int { return int(float64(k.fraction() * float64(n))) }

// normal returns a normally distributed random number with mean 0 and variance 1, by Marsaglia's
// polar method (Knuth's algorithm 3.4.1P). It returns the second of a pair first and stores the
// other for the next call.
func (k *knuth) normal() float64 {
	if k.isStored {
		k.isStored = false
		return k.stored
	}
	for {
		v1, v2 := 2*float64(k.draw())/knuthModulus-1, 2*float64(k.draw())/knuthModulus-1
		s := float64(v1*v1) + float64(v2*v2)
		if s >= 1 || s == 0 {
			continue
		}
		scale := math.Sqrt(float64(-2*portable.Log(s)) / s)
		k.stored, k.isStored = float64(v1*scale), true
		return float64(v2 * scale)
	}
}
