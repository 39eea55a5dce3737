package merged

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// modelOf makes a model with a random first tour and the nearest cities as candidates.
func modelOf(t *testing.T, instance *tsp.Instance, width, second, colonies, ants int) *model.Model {
	t.Helper()
	cities := instance.Dimension()
	lists, _, err := tsp.Neighbours(t.Context(), instance, width)
	if err != nil {
		t.Fatal(err)
	}
	m := &model.Model{
		Instance: instance, Cities: cities, Colonies: colonies, Ants: ants, Seed: 3, Width: width, Second: second, Candidates: lists, Period: 1,
		GainShift: 6,
	}
	for _, city := range rand.New(rand.NewPCG(1, uint64(cities))).Perm(cities) {
		m.First = append(m.First, uint32(city))
	}
	for place, city := range m.First {
		m.Length += uint64(m.Distance(city, m.First[(place+1)%cities]))
	}
	return m
}

func uniform(t *testing.T, cities int) *tsp.Instance {
	t.Helper()
	instance, err := tsp.Generate("uniform", cities, 7)
	if err != nil {
		t.Fatal(err)
	}
	return instance
}

// antsOf runs the ants' stage alone on a device.
func antsOf(t *testing.T, device *vk.Device, m *model.Model, colonies []*reference.Colony, computed bool) (state []model.State, headers []uint32, pieces, claims []uint32) {
	t.Helper()
	n, ants := uint64(m.Cities), uint64(m.Colonies*m.Ants)
	blocks, _ := model.Blocks(m.Cities)
	plane := problem.NewPlane(m.Instance)
	recording := pipeline.Recording{
		Passes: antPasses(m, computed, pipeline.LimitsOf(device.Info())),
		Buffers: []pipeline.Buffer{
			{Name: "state", Words: uint64(m.Colonies) * model.StateWords}, {Name: "tours", Words: 2 * n * uint64(m.Colonies)},
			{Name: "positions", Words: n * uint64(m.Colonies)}, {Name: "candidates", Words: n * uint64(m.Width)},
			{Name: "thresholds", Words: model.ThresholdWords}, {Name: "headers", Words: ants * model.HeaderWords},
			{Name: "change_pieces", Words: ants * model.MaxPieces * model.PieceWords},
			{Name: "claims", Words: 2 * uint64(m.Colonies) * uint64(blocks)}, {Name: "long_ones", Words: ants},
		},
		Values: map[string]uint32{
			"cities": uint32(n), "pitch": uint32(n), "ants": uint32(m.Ants), "colonies": uint32(m.Colonies), "first_colony": 0, "seed": m.Seed,
			"kick": colonies[0].Settings.Kick, "scales": colonies[0].Settings.Scales, "temperature": colonies[0].Settings.Temperature,
			"gain_shift": m.GainShift, "claim_words": blocks,
		},
	}
	if computed {
		recording.Buffers = append(recording.Buffers, pipeline.Buffer{Name: "coordinates", Words: uint64(plane.CoordinateWords())})
		if err := aco.SetPlane(&plane, recording.Passes); err != nil {
			t.Fatal(err)
		}
	} else {
		recording.Buffers = append(recording.Buffers, pipeline.Buffer{Name: "distances", Words: n * n})
	}
	run, err := pipeline.Start(device, recording)
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	upload := func(name string, words []uint32) {
		if err := run.Upload(name, 0, words); err != nil {
			t.Fatal(err)
		}
	}
	var states, tours, positions, zero []uint32
	for _, c := range colonies {
		states = append(states, c.State.Words()...)
		tours = append(append(tours, c.Tours[0]...), c.Tours[1]...)
		positions = append(positions, c.Positions...)
		zero = append(append(zero, c.Claims[0]...), c.Claims[1]...)
	}
	upload("state", states)
	upload("tours", tours)
	upload("positions", positions)
	upload("claims", zero)
	upload("candidates", m.Candidates)
	upload("thresholds", model.Thresholds())
	if computed {
		upload("coordinates", plane.Coordinates())
	} else {
		var matrix []uint32
		for a := range uint32(n) {
			for b := range uint32(n) {
				matrix = append(matrix, uint32(m.Distance(a, b)))
			}
		}
		upload("distances", matrix)
	}
	if err := run.Submit([]pipeline.Slice{{Pass: 0, First: 0, Count: recording.Passes[0].Units}}); err != nil {
		t.Fatal(err)
	}
	if _, err := run.Wait(); err != nil {
		t.Fatal(err)
	}
	download := func(name string) []uint32 {
		words, err := run.Download(name)
		if err != nil {
			t.Fatal(err)
		}
		return words
	}
	for words := range slices.Chunk(download("state"), model.StateWords) {
		state = append(state, model.StateOf(words))
	}
	return state, download("headers"), download("change_pieces"), download("claims")
}

func TestAnt(t *testing.T) {
	device := vktest.Open(t)
	for _, c := range []struct {
		cities, width, second, ants int
		kick, temperature           uint32
		computed                    bool
	}{
		{8, 5, 5, 3, 10, 1 << 20, true},
		{9, 7, 4, 40, 1, 1 << 28, true},
		{100, 8, 5, 64, 0, 0, true},
		{100, 8, 5, 101, 30, 1 << 24, false},
		{500, 10, 5, 500, 50, 1 << 22, true},
		{3000, 8, 5, 200, 400, 1 << 24, true},
		{3000, 16, 7, 1000, 100, 1 << 20, true},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			m := modelOf(t, uniform(t, c.cities), c.width, c.second, 2, c.ants)
			var colonies []*reference.Colony
			for number := range uint32(2) {
				colony := reference.NewColony(m, number)
				colony.Settings = model.Settings{Kick: c.kick, Scales: 3, Temperature: c.temperature}
				colonies = append(colonies, colony)
			}
			states, headers, pieces, claims := antsOf(t, device, m, colonies, c.computed)
			for number, twin := range colonies {
				twin.Ants()
				for ant, want := range twin.Headers {
					id := number*c.ants + ant
					h := headers[id*model.HeaderWords:]
					got := model.Header{Gain: int32(h[0]), Pieces: h[1], Low: h[2], High: h[3], Class: h[4], Accepted: h[5]}
					if got != want {
						t.Fatalf("colony %d, ant %d: %+v on the device, %+v in the reference", number, ant, got, want)
					}
					if want.Class == model.ClassNone {
						continue
					}
					for i, piece := range twin.Pieces[ant] {
						at := (id*model.MaxPieces + i) * model.PieceWords
						if words := piece.Words(); !slices.Equal(words[:], pieces[at:at+2]) {
							t.Fatalf("colony %d, ant %d, piece %d: %v on the device, %v in the reference", number, ant, i, pieces[at:at+2], words)
						}
					}
				}
				words := len(twin.Claims[0])
				if got := claims[2*number*words:][:words]; !slices.Equal(got, twin.Claims[0]) {
					t.Fatalf("colony %d: claims differ", number)
				}
				if states[number] != twin.State {
					t.Fatalf("colony %d: state %+v on the device, %+v in the reference", number, states[number], twin.State)
				}
				t.Logf("%+v", twin.State.Counts)
			}
		})
	}
}
