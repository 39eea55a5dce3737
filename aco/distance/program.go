package distance

import (
	"math"

	"github.com/aco-vk/aco-vk/shaders/glsl"
	"github.com/aco-vk/aco-vk/tsp"
)

// program is a list of float64 operations that a device executes in integers, with the rounding of
// IEEE 754 (shaders/include/float64_program.glsl). It repeats the operations of
// [tsp.Instance.Distance] for two cities, whose coordinates are in the first registers. The
// distance is register 0 in the end, truncated.
type program struct {
	constants []float64
	steps     []step
}

// operand is the number of a register or, from glsl.ProgramRegisters on, of a constant.
type operand uint32

// step sets register to = base ± a·b/c. Each of the three operations rounds. A factor or divisor
// of 1 and a base of 0 are exact, so this is any single operation. then is an operation on the
// result.
type step struct {
	to, base operand
	minus    bool
	a, b, c  operand
	then     uint32
}

// number returns the operand of a constant.
func (p *program) number(v float64) operand {
	for i, c := range p.constants {
		if c == v {
			return operand(glsl.ProgramRegisters + i)
		}
	}
	return p.newConstant(v)
}

func (p *program) newConstant(v float64) operand {
	p.constants = append(p.constants, v)
	return operand(glsl.ProgramRegisters + len(p.constants) - 1)
}

// add adds the step to = base ± a·b/c.
func (p *program) add(to, base operand, sign int, a, b, c operand, then uint32) {
	p.steps = append(p.steps, step{to: to, base: base, minus: sign < 0, a: a, b: b, c: c, then: then})
}

// plus and minus set a register to a sum and a difference.
func (p *program) plus(to, a, b operand)  { p.add(to, a, 1, b, p.number(1), p.number(1), 0) }
func (p *program) minus(to, a, b operand) { p.add(to, a, -1, b, p.number(1), p.number(1), 0) }

// product sets a register to a product.
func (p *program) product(to, a, b operand) { p.add(to, p.number(0), 1, a, b, p.number(1), 0) }

// quotient sets a register to a quotient.
func (p *program) quotient(to, a, b operand, then uint32) {
	p.add(to, p.number(0), 1, a, p.number(1), b, then)
}

// words returns the words for a device: the constants as float64 bits, low words first, and the
// steps.
func (p *program) words() []uint32 {
	words := make([]uint32, 2*glsl.ProgramConstants)
	for i, v := range p.constants {
		glsl.PutUint64(words[2*i:], math.Float64bits(v))
	}
	for _, s := range p.steps {
		code := s.then | uint32(s.to)<<4 | uint32(s.base)<<8 | uint32(s.a)<<14 | uint32(s.b)<<20 | uint32(s.c)<<26
		if s.minus {
			code |= 1 << 3
		}
		words = append(words, code)
	}
	for len(words)%groupWords != 0 {
		words = append(words, 0)
	}
	return words
}

// spaceProgram returns the program of EUC_3D. Registers 0 to 2 and 3 to 5 have x, y and z of both
// cities.
func spaceProgram() *program {
	p := &program{}
	const sum = 6
	p.product(sum, p.number(0), p.number(0))
	for axis := range operand(3) {
		p.minus(axis, axis, axis+3)
		then := uint32(0)
		if axis == 2 {
			then = glsl.ProgramThenRoot
		}
		p.add(sum, sum, 1, axis, axis, p.number(1), then)
	}
	p.plus(0, sum, p.number(0.5))
	return p
}

// globeProgram returns the program of GEO. Registers 0 and 1, and 2 and 3, have latitude and
// longitude of both cities, in radians.
func globeProgram() *program {
	p := &program{}
	const latitude, longitude, otherLatitude, otherLongitude, angle, other = 0, 1, 2, 3, 4, 5
	const q1, q2, q3 = 8, 9, 10
	p.minus(angle, longitude, otherLongitude)
	p.cosine(q1, angle)
	p.minus(angle, latitude, otherLatitude)
	p.cosine(q2, angle)
	p.plus(angle, latitude, otherLatitude)
	p.cosine(q3, angle)
	one := p.number(1)
	p.plus(angle, one, q1)
	p.product(angle, angle, q2)
	p.minus(other, one, q1)
	p.add(angle, angle, -1, other, q3, one, 0)
	p.product(angle, angle, p.number(0.5))
	p.arccosine(angle)
	p.add(0, one, 1, p.number(tsp.EarthRadius), angle, one, 0)
	return p
}

// cosine adds the steps of the portable cosine of a register (tsp/internal/portable). It uses
// registers 5 to 7, 11 and 12.
func (p *program) cosine(to, x operand) {
	const quarters, ones, rest, square, sum = 5, 6, 7, 11, 12
	const high, low = 0x1.921fb544p+00, 0x1.0b4611a626331p-34
	one := p.number(1)
	p.quotient(quarters, x, p.number(math.Pi/2), glsl.ProgramThenRound)
	p.add(rest, x, -1, quarters, p.number(high), one, 0)
	p.add(rest, rest, -1, quarters, p.number(low), one, 0)
	p.product(square, rest, rest)
	p.product(sum, one, one)
	for k := 18.0; k > 0; k -= 2 {
		p.add(sum, one, -1, square, sum, p.divisors(k), glsl.ProgramThenSeries)
	}
	p.product(ones, one, one) // the first factor: 1 for the cosine, the next register, rest, for the sine
	p.add(to, p.number(0), 1, ones, sum, one, glsl.ProgramThenTurn)
}

// divisors returns the operand of the divisor for x^k in the series of the cosine. The next one is
// that for x^(k+1) in the sine.
func (p *program) divisors(k float64) operand {
	cosine, sine := k*(k-1), (k+1)*k
	for i := range p.constants[:len(p.constants)-1] {
		if p.constants[i] == cosine && p.constants[i+1] == sine {
			return operand(glsl.ProgramRegisters + i)
		}
	}
	first := p.newConstant(cosine)
	p.newConstant(sine)
	return first
}

// arccosine adds the steps of the portable arccosine of a register. It uses the next three
// registers. Where the cosine is not between -1 and 1, TINY gives an angle so close to 0 or to π
// that no distance changes.
func (p *program) arccosine(x operand) {
	t, other, sum := x+1, x+2, x+3
	one := p.number(1)
	p.add(t, one, -1, x, one, one, glsl.ProgramThenPositive)
	p.add(other, one, 1, x, one, one, glsl.ProgramThenPositive)
	p.quotient(t, t, other, glsl.ProgramThenRoot)
	for range 4 {
		p.add(other, one, 1, t, t, one, glsl.ProgramThenRoot)
		p.plus(other, one, other)
		p.quotient(t, t, other, 0)
	}
	square, part := other, x
	p.product(square, t, t)
	p.product(sum, p.number(0), p.number(0))
	for k := 17.0; k >= 1; k -= 2 {
		p.quotient(part, one, p.number(k), 0)
		p.add(sum, part, -1, square, sum, one, 0)
	}
	p.product(x, t, sum)
	p.product(x, x, p.number(32))
}
