package merged_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
	"github.com/aco-vk/aco-vk/shaders/glsl"
)

// submitted is what the ants of a colony submit to the merge.
type submitted struct {
	State       model.State
	Headers     []model.Header
	Pieces      [][]model.Piece // of ants with a change
	Claims      [2][]uint32
	LongChanges []uint32 // sorted
	Tours       [2][]uint32
}

func submittedBy(c *reference.Colony) submitted {
	s := submitted{State: c.State, Headers: c.Headers, Claims: c.Claims, LongChanges: slices.Sorted(slices.Values(c.LongChanges)), Tours: c.Tours}
	for ant, header := range c.Headers {
		if header.Class != model.ClassNone {
			s.Pieces = append(s.Pieces, c.Pieces[ant])
		}
	}
	return s
}

// However ants are divided among devices, each device has the submitted changes of all ants after
// the exchange, and the same next tour.
func TestExchange(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 11))
	for range 300 {
		m := randomModel(random, 8+random.IntN(8<<random.IntN(6)), 1<<random.IntN(12), 1+random.IntN(4<<random.IntN(5)), 1)
		whole := reference.NewColony(m, 0)
		parts := make([]*reference.Colony, 1+random.IntN(4))
		for i := range parts {
			parts[i] = reference.NewColony(m, 0)
		}
		for range 5 {
			exchange(random, whole, parts)
			want := submittedBy(whole)
			for _, part := range parts {
				if diff := cmp.Diff(want, submittedBy(part)); diff != "" {
					t.Fatalf("%d devices: another state after the exchange (-want +got):\n%s", len(parts), diff)
				}
			}
			for _, c := range append(parts, whole) {
				for _, stage := range c.Merge() {
					stage.Run()
				}
			}
			for _, part := range parts {
				if !slices.Equal(part.Tours[part.State.Iteration&1], whole.Tours[whole.State.Iteration&1]) {
					t.Fatalf("%d devices: another tour", len(parts))
				}
			}
		}
	}
}

// exchange submits random changes of all ants to one colony, divides them among others, and
// exchanges these.
func exchange(random *rand.Rand, whole *reference.Colony, parts []*reference.Colony) {
	counts := whole.State.Counts.OfAnts()
	submitRandomChanges(random, whole, random.IntN(2) > 0)
	owners := make([]int, len(whole.Headers))
	for ant := range owners {
		owners[ant] = random.IntN(len(parts))
	}
	exports := make([]model.Exported, len(parts))
	for i, part := range parts {
		part.Clear()
		part.State.Counts.Moves = random.Uint32()
		whole.State.Counts.Moves += part.State.Counts.Moves
		for ant, owner := range owners {
			if owner == i && whole.Headers[ant].Class != model.ClassNone {
				part.Headers[ant], part.Pieces[ant] = whole.Headers[ant], whole.Pieces[ant]
				part.Submit(uint32(ant))
			}
		}
		exports[i] = model.NewExported(part.Export())
		counts.Add(part.State.Counts.OfAnts())
	}
	for i, part := range parts {
		others := slices.Delete(slices.Clone(exports), i, i+1)
		random.Shuffle(len(others), func(a, b int) { others[a], others[b] = others[b], others[a] })
		part.Import(slices.Concat(model.Incoming(nil, counts, others...)...))
	}
}

// Every record of a change is possible, and a record with another word mostly is not. An
// impossible one is refused.
func TestPossibleRecords(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 12))
	m := randomModel(random, 500, 1000, 200, 1)
	c := reference.NewColony(m, 0)
	submitRandomChanges(random, c, false)
	dropLastPlaces(c)
	records := slices.Collect(model.Records(c.Export()))
	if len(records) > int(c.State.Counts.Submitted) || len(records) < 100 {
		t.Fatalf("%d records of %d changes", len(records), c.State.Counts.Submitted)
	}
	for _, record := range records {
		if !record.IsPossible(m.Cities) {
			t.Errorf("the change %v is refused", record)
		}
		header := record.Header()
		if places := int(header.High) + 1; record.IsPossible(places) {
			t.Errorf("the change %v of a tour of %d places is accepted", record, places)
		} else if !record.IsPossible(places + 1) {
			t.Errorf("the change %v of a tour of %d places is refused", record, places+1)
		}
		for _, damage := range []func(model.Record){
			func(r model.Record) { r[glsl.ExchangeRecordShape] += 1 << glsl.ExchangeClassShift }, // class
			func(r model.Record) { r[glsl.ExchangeRecordLow] = header.High + 1 },                 // low
			func(r model.Record) { setLast(r, header, func(p *model.Piece) { p.First = header.Low - 1 }) },
			func(r model.Record) { setLast(r, header, func(p *model.Piece) { p.Start = header.High + 1 }) },
			func(r model.Record) { setLast(r, header, func(p *model.Piece) { p.First = header.High + 1 }) },
			func(r model.Record) { // a place twice, another one not at all
				first := record.Pieces()[0]
				setLast(r, header, func(p *model.Piece) {
					if p.First++; header.Pieces > 1 {
						p.First, p.Reversed = first.First, first.Reversed
					}
				})
			},
		} {
			damaged := slices.Clone(record)
			if damage(damaged); damaged.IsPossible(m.Cities) {
				t.Errorf("%v, made from %v, is accepted", damaged, record)
			}
		}
	}
	if all := slices.Collect(model.Records(records[0][:len(records[0])-1])); len(all) > 0 {
		t.Errorf("a part of a record is taken for %v", all)
	}
}

// setLast changes the last piece of a record.
func setLast(r model.Record, header model.Header, change func(*model.Piece)) {
	pieces := r.Pieces()
	change(&pieces[len(pieces)-1])
	copy(r, model.AppendRecord(nil, r.Ant(), header, pieces))
}
