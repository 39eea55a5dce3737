package reference

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/philox"
	"github.com/aco-vk/aco-vk/internal/testkind"
)

// Removal from the list gives the results of the papers' examples.
func TestRemovalAsPublished(t *testing.T) {
	for _, c := range []struct {
		source     string
		remove     removeFunc
		list, want cityList
		city       uint32
	}{
		{"Uchida et al. 2014, section 4.2.2: the last element replaces it", replaceWithLast, cityList{0, 1, 2, 3, 4, 5},
			cityList{0, 1, 2, 5, 4}, 3},
		{"Zhou et al. 2017, figure B2: C3 and C7 are swapped", replaceWithFirst, cityList{3, 4, 5, 6, 7, 8},
			cityList{4, 5, 6, 3, 8}, 7},
		{"the last element", replaceWithLast, cityList{4, 2}, cityList{4}, 2},
		{"the first element", replaceWithFirst, cityList{4, 2}, cityList{2}, 4},
	} {
		if got := c.remove(c.list, slices.Index(c.list, c.city)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v", c.source, got)
		}
	}
}

// Every selection that follows the random proportional rule draws two consecutive cities in
// proportion to the weights of the unvisited ones. This is a chi-square test with 19 degrees of
// freedom: with random words the value exceeds 43.8 once in 1000 runs. The words are fixed, so the
// result is always the same.
func TestTwoChoicesAreProportional(t *testing.T) {
	testkind.ComparesRuns(t)
	const cities, start, draws = 6, 2, 100_000
	row := []uint32{20 << 20, 7 << 20, 50 << 20, 35 << 20, 11 << 20, 27 << 20} // from each city; not coarse
	sums, sum := make([]uint32, 0, cities), uint32(0)
	for _, w := range row {
		sum += w
		sums = append(sums, sum)
	}
	tables := Tables{Weights: slices.Repeat(row, cities), Sums: slices.Repeat(sums, cities)}
	for _, parameters := range []model.Parameters{
		{Selection: model.SelectScan}, {Selection: model.SelectTrial, Trials: 2}, {Selection: model.SelectCompress},
		{Selection: model.SelectCursor}, {Selection: model.SelectCursorTile},
		{Selection: model.SelectHybrid, Trials: 2, Rest: 5}, {Selection: model.SelectHybrid, Trials: 1, Rest: 4},
		{Selection: model.SelectNear, Trials: 1, Rest: 1}, {Selection: model.SelectNear, Trials: 5, Rest: 1},
		{Selection: model.SelectNear, Trials: 2, Rest: 4},
	} {
		tables := tables
		if parameters.Selection == model.SelectNear {
			tables.Near, tables.Sums = nearTables(row)
		}
		t.Run(fmt.Sprintf("%s %d %d", parameters.Selection, parameters.Trials, parameters.Rest), func(t *testing.T) {
			var counts [cities][cities]float64
			for i := range uint32(draws) {
				a := ant{Problem: &model.Problem{Cities: cities, Parameters: parameters}, tables: tables,
					visited: make([]bool, cities)}
				choose := chooser(&a)
				var chosen [3]uint32
				for a.step, a.city = 0, start; a.step < 3; a.step++ {
					if a.step > 0 {
						a.word = func(draw int) uint32 { return philox.Draw(1, 0, i, 0, uint32(a.step), uint32(draw)) }
						a.city = choose()
					}
					chosen[a.step] = a.city
					a.visited[a.city] = true
				}
				counts[chosen[1]][chosen[2]]++
			}
			chi := 0.0
			for first, w := range row {
				for second, v := range row {
					if first == start || second == start || first == second {
						if counts[first][second] > 0 {
							t.Errorf("chose the cities %d, %d, %d", start, first, second)
						}
						continue
					}
					left := sum - row[start]
					expected := draws * float64(w) / float64(left) * float64(v) / float64(left-w)
					chi += math.Pow(counts[first][second]-expected, 2) / expected
				}
			}
			if chi > 43.8 {
				t.Errorf("chi-square %.1f: counts %v for weights %v", chi, counts, row)
			}
		})
	}
}

// nearTables returns lists of two near cities for each city and the running sums of the others.
func nearTables(row []uint32) (near, sums []uint32) {
	cities := len(row)
	for city := range cities {
		list, others := make([]uint32, model.NearWords), slices.Clone(row)
		for k := range model.NearCities {
			list[2*k] = uint32(city) // padding of a list
		}
		others[city] = 0
		for k, other := range []int{(city + 1) % cities, (city + 3) % cities} {
			list[2*k], list[2*k+1] = uint32(other), row[other]
			others[other] = 0
		}
		var sum uint32
		for _, w := range others {
			sum += w
			sums = append(sums, sum)
		}
		near = append(near, list...)
	}
	return near, sums
}
