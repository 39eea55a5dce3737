package format

import (
	"maps"
	"slices"
)

// unmatched stands for no city.
const unmatched = -1

// matching says which city each place of another list is.
type matching struct {
	visited, cities placeList
	city            []int32 // by place
	found           []bool  // by city
	ambiguous       []string
}

// match finds the cities of places: by id, then by name and coordinates, by coordinates, and by
// name. Equal places and cities are taken in their order; an id or a name alone must be of one
// place and one city that are left.
func match(visited, cities placeList) *matching {
	m := &matching{visited: visited, cities: cities, city: slices.Repeat([]int32{unmatched}, visited.count),
		found: make([]bool, cities.count)}
	byID := m.idsAreOfPlaces()
	if byID {
		m.pair(both(visited.id, visited.at), both(cities.id, cities.at), false)
		m.pair(visited.id, cities.id, true)
	}
	m.pair(both(visited.name, visited.at), both(cities.name, cities.at), false)
	m.pair(visited.at, cities.at, false)
	m.pair(visited.name, cities.name, true)
	if byID {
		m.listAmbiguous(visited.id, cities.id)
	}
	m.listAmbiguous(visited.name, cities.name)
	return m
}

// both returns a key of two, nil if one is nil.
func both(a, b placeKey) placeKey {
	if a == nil || b == nil {
		return nil
	}
	return func(place int) string {
		first, second := a(place), b(place)
		if first == "" || second == "" {
			return ""
		}
		return first + "\x00" + second
	}
}

// idsAreOfPlaces reports whether ids belong to places: at least half of those that one place and
// one city have are at the same coordinates or have the same name, or there is neither to compare.
func (m *matching) idsAreOfPlaces() bool {
	if m.visited.id == nil {
		return false
	}
	if m.visited.at == nil && m.visited.name == nil {
		return true
	}
	shared, same := 0, 0
	cities := m.left(m.cities.count, m.cities.id, func(int) bool { return true })
	for id, places := range m.left(m.visited.count, m.visited.id, func(int) bool { return true }) {
		if len(places) != 1 || len(cities[id]) != 1 {
			continue
		}
		shared++
		place, city := int(places[0]), int(cities[id][0])
		if m.visited.at != nil && m.visited.at(place) == m.cities.at(city) ||
			m.visited.name != nil && m.visited.name(place) == m.cities.name(city) {
			same++
		}
	}
	return 2*same >= shared
}

// left returns by key the places of a list for which keep holds, in ascending order.
func (m *matching) left(count int, key placeKey, keep func(place int) bool) map[string][]int32 {
	left := map[string][]int32{}
	for place := range count {
		if k := key(place); k != "" && keep(place) {
			left[k] = append(left[k], int32(place))
		}
	}
	return left
}

// pair matches places and cities that are left and have one key, in their order. With alone only
// one place and one city may have the key.
func (m *matching) pair(visited, cities placeKey, alone bool) {
	if visited == nil {
		return
	}
	theirs := m.left(m.cities.count, cities, m.isLeft)
	for key, places := range m.left(m.visited.count, visited, m.isOpen) {
		own := theirs[key]
		if alone && (len(places) != 1 || len(own) != 1) {
			continue
		}
		for i := range min(len(places), len(own)) {
			m.city[places[i]], m.found[own[i]] = own[i], true
		}
	}
}

func (m *matching) isLeft(city int) bool { return !m.found[city] }

func (m *matching) isOpen(place int) bool { return m.city[place] == unmatched }

// listAmbiguous lists the keys that places and cities have that are left.
func (m *matching) listAmbiguous(visited, cities placeKey) {
	if visited == nil {
		return
	}
	theirs := m.left(m.cities.count, cities, m.isLeft)
	mine := m.left(m.visited.count, visited, m.isOpen)
	for _, key := range slices.Sorted(maps.Keys(mine)) {
		if len(theirs[key]) > 0 {
			m.ambiguous = append(m.ambiguous, key)
		}
	}
}
