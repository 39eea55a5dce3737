package distance

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/shaders/glsl"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

// run executes a program with float64 operations, as a device does in integers (run_program in
// float64_program.glsl).
func (p *program) run(inputs ...float64) int64 {
	var registers [glsl.ProgramRegisters]float64
	copy(registers[:], inputs)
	value := func(o operand) float64 {
		if o < glsl.ProgramRegisters {
			return registers[o]
		}
		return p.constants[o-glsl.ProgramRegisters]
	}
	quadrant := 0
	for _, s := range p.steps {
		odd := operand(quadrant & 1)
		a, c := s.a, s.c
		if s.then == glsl.ProgramThenTurn {
			a += odd
		}
		if s.then == glsl.ProgramThenSeries {
			c += odd
		}
		term := float64(value(a)*value(s.b)) / value(c)
		if s.minus {
			term = -term
		}
		v := value(s.base) + term
		switch s.then {
		case glsl.ProgramThenRoot:
			v = math.Sqrt(v)
		case glsl.ProgramThenPositive:
			if v <= 0 {
				v = 0x1p-200
			}
		case glsl.ProgramThenRound:
			v = math.Round(v)
			quadrant = int(v)
		case glsl.ProgramThenTurn:
			if (quadrant+1)&2 != 0 {
				v = -v
			}
		}
		registers[s.to] = v
	}
	return int64(registers[0])
}

// spaceTwin computes distances like a device (space_distance in space.glsl).
type spaceTwin struct {
	*tsp.Instance
	Space
	words            []uint32
	computed, opened int // distances, and those that needed the program
}

func newSpaceTwin(instance *tsp.Instance) *spaceTwin {
	s := &spaceTwin{Instance: instance, Space: NewSpace(instance)}
	s.words = s.Coordinates()
	return s
}

// square returns the square of the chord on the grid.
func (s *spaceTwin) square(i, j int) (square uint64) {
	for axis := range 3 {
		delta := uint64(max(s.words[groupWords*i+axis], s.words[groupWords*j+axis]) - min(s.words[groupWords*i+axis],
			s.words[groupWords*j+axis]))
		square += delta * delta
	}
	return square
}

// globe computes a distance on the globe. arc is the device's estimate, wrong by almost as much as
// it may be.
func (s *spaceTwin) globe(i, j int, wrong float64) int64 {
	if i == j {
		return 0
	}
	s.computed++
	square := s.square(i, j)
	sine := min(1, math.Sqrt(float64(square))/(2*tsp.EarthRadius*glsl.UnitsPerKm))
	if arc := 2 * tsp.EarthRadius * math.Asin(sine); arc+wrong <= 19400 {
		k := int(max(arc+wrong+0.5, 0))
		boundary := s.words[groupWords*(2*len(s.X)+k):]
		if square < glsl.Uint64(boundary) {
			return int64(k)
		}
		if square >= glsl.Uint64(boundary[2:]) {
			return int64(k) + 1
		}
	}
	s.opened++
	return s.program.run(append(s.floats(i), s.floats(j)...)...)
}

// check compares a distance, by chords with an estimate that is too small and too large, and by
// the program.
func (s *spaceTwin) check(t *testing.T, i, j int) {
	t.Helper()
	want := s.Distance(i, j)
	for _, wrong := range []float64{-0.48, 0, 0.48} {
		if got := s.globe(i, j, wrong); got != want {
			t.Fatalf("from %v,%v to %v,%v: %d by chords, want %d", s.X[i], s.Y[i], s.X[j], s.Y[j], got, want)
		}
	}
	if got := s.program.run(append(s.floats(i), s.floats(j)...)...); i != j && got != want {
		t.Fatalf("from %v,%v to %v,%v: %d by the program, want %d", s.X[i], s.Y[i], s.X[j], s.Y[j], got, want)
	}
}

// globeOf makes an instance of places.
func globeOf(places ...[2]float64) *tsp.Instance {
	in := &tsp.Instance{Name: "globe", Kind: tsp.TSP, Metric: tsp.GEO}
	for _, p := range places {
		in.X, in.Y = append(in.X, p[0]), append(in.Y, p[1])
	}
	return in
}

// Special places on the globe: poles, the date line, antipodes, one place twice.
func TestGlobeDistancesOfSpecialPlaces(t *testing.T) {
	var places [][2]float64
	for _, latitude := range []float64{-90, -89.5959, -45.3, -0.01, 0, 1e-9, 0.01, 45.3, 89.5959, 90} {
		for _, longitude := range []float64{-360, -180, -179.5959, -90, -0.01, 0, 0.01, 45.15, 90, 134.45, 179.5959, 180, 360} {
			places = append(places, [2]float64{latitude, longitude})
		}
	}
	s := newSpaceTwin(globeOf(places...))
	for i := range places {
		for j := range places {
			s.check(t, i, j)
		}
	}
}

// Pairs of random places, at all distances. Few near pairs need the program.
func TestGlobeDistancesOfRandomPlaces(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 19))
	const pairs = 20_000
	for _, near := range []float64{1e-4, 0.01, 0.3, 5, 400} {
		var places [][2]float64
		for range pairs {
			a := [2]float64{180*random.Float64() - 90, 360*random.Float64() - 180}
			b := [2]float64{a[0] + near*(random.Float64()-0.5), a[1] + near*(random.Float64()-0.5)}
			places = append(places, a, [2]float64{min(max(b[0], -90), 90), min(max(b[1], -360), 360)})
		}
		s := newSpaceTwin(globeOf(places...))
		for i := 0; i < len(places); i += 2 {
			s.check(t, i, i+1)
		}
		t.Logf("within %v degrees: %d of %d distances need the program", near, s.opened, s.computed)
		if near < 100 && s.opened*1000 > s.computed {
			t.Errorf("places within %v degrees: %d of %d distances need the program", near, s.opened, s.computed)
		}
	}
}

// Pairs whose distance changes with the last bits of a coordinate, found by bisection.
func TestGlobeDistancesAtBoundaries(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 20))
	var places [][2]float64
	for range 300 {
		a := [2]float64{160*random.Float64() - 80, 360*random.Float64() - 180}
		b := [2]float64{a[0], a[1] + math.Exp(-6+9*random.Float64())}
		step := math.Exp(-6 + 9*random.Float64())
		at := func(x float64) int64 { return globeOf(a, [2]float64{x, b[1]}, a).Distance(0, 1) }
		low, high := b[0], min(b[0]+step, 90)
		if math.Trunc(low) != math.Trunc(high) || at(low) == at(high) {
			continue
		}
		for from := at(low); low < (low+high)/2 && (low+high)/2 < high; {
			if middle := (low + high) / 2; at(middle) == from {
				low = middle
			} else {
				high = middle
			}
		}
		for x, i := low, 0; i < 20; i++ {
			places = append(places, a, [2]float64{x, b[1]})
			x = math.Nextafter(x, 90)
		}
	}
	s := newSpaceTwin(globeOf(places...))
	for i := 0; i < len(places); i += 2 {
		s.check(t, i, i+1)
	}
	if len(places) < 1000 || s.opened < s.computed/10 {
		t.Errorf("%d places, %d of %d distances need the program", len(places), s.opened, s.computed)
	}
}

// All pairs of TSPLIB's places.
func TestGlobeDistancesOfTSPLIB(t *testing.T) {
	folder := os.Getenv("ACO_VK_TSPLIB")
	if folder == "" {
		t.Skip("ACO_VK_TSPLIB does not name a folder with TSPLIB's instances")
	}
	for _, name := range []string{"burma14", "ulysses16", "ulysses22", "gr96", "gr137", "gr202", "gr229", "gr666"} {
		instance := must.Get(tsplib.ReadFile(filepath.Join(folder, "tsp", name+".tsp")))(t)
		s := newSpaceTwin(instance)
		for i := range instance.X {
			for j := range instance.X {
				s.check(t, i, j)
			}
		}
		t.Logf("%s: %d of %d distances need the program", name, s.opened, s.computed)
	}
}

// In space the program gives the distances of the instance, and whole coordinates have an exact
// grid.
func TestSpaceDistances(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 21))
	for _, unit := range []float64{1, 10, 1000, 1 << 20} {
		in := &tsp.Instance{Name: "space", Kind: tsp.TSP, Metric: tsp.EUC3D}
		for range 200 {
			for _, axis := range []*[]float64{&in.X, &in.Y, &in.Z} {
				*axis = append(*axis, math.Round(4000*random.Float64()*unit)/unit)
			}
		}
		s := newSpaceTwin(in)
		if (s.Grid.Units == GridExact) != (unit == 1) || len(s.words) != s.CoordinateWords() {
			t.Errorf("coordinates of 1/%v: %d units, %d words", unit, s.Grid.Units, len(s.words))
		}
		for i := range in.X {
			for j := range in.X {
				want := in.Distance(i, j)
				if got := spaceProgram().run(append(s.floats(i), s.floats(j)...)...); got != want {
					t.Fatalf("distance %d by the program, want %d", got, want)
				}
				units := float64(max(s.Grid.Units, 1))
				length, margin := math.Sqrt(float64(s.square(i, j)))/units, (float64(s.Grid.Margin)/256)/units
				if low, high := int64(length-margin+0.5), int64(length+margin+0.5); want < low || want > high {
					t.Fatalf("distance %d, on the grid %v ± %v", want, length, margin)
				}
			}
		}
	}
}

// Programs fit the fields of a step and the table of constants.
func TestProgramsFit(t *testing.T) {
	for _, p := range []*program{spaceProgram(), globeProgram()} {
		if len(p.constants) > glsl.ProgramConstants || len(p.steps) == 0 {
			t.Errorf("%d constants, %d steps", len(p.constants), len(p.steps))
		}
		for _, s := range p.steps {
			if s.to >= glsl.ProgramRegisters || bits.Len32(uint32(max(s.base, s.a, s.b, s.c+1))) > 6 {
				t.Errorf("%+v", s)
			}
		}
	}
}
