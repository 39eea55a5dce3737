package recombine

// windowIndex numbers cities in the order in which they are added. It is a hash table with linear probing.
type windowIndex struct {
	slots  []int32 // number of a city plus 1, or 0
	shift  uint    // 32 minus the binary logarithm of the number of slots
	cities []uint32
}

// reset removes all cities and makes room for count cities.
func (x *windowIndex) reset(count int) {
	x.shift = 31
	for 1<<(32-x.shift) < 2*count {
		x.shift--
	}
	if size := 1 << (32 - x.shift); size <= cap(x.slots) {
		x.slots = x.slots[:size]
		clear(x.slots)
	} else {
		x.slots = make([]int32, size)
	}
	x.cities = x.cities[:0]
}

// slot returns the slot of a city, or the slot where it can be added.
func (x *windowIndex) slot(city uint32) *int32 {
	const golden = 0x9e3779b9 // 2³² by the golden ratio
	for at := city * golden >> x.shift; ; at++ {
		slot := &x.slots[int(at)&(len(x.slots)-1)]
		if *slot == 0 || x.cities[*slot-1] == city {
			return slot
		}
	}
}

// add adds a city unless it is there.
func (x *windowIndex) add(city uint32) {
	if slot := x.slot(city); *slot == 0 {
		x.cities = append(x.cities, city)
		*slot = int32(len(x.cities))
	}
}

// number returns the number of a city, or outside.
func (x *windowIndex) number(city uint32) int32 { return *x.slot(city) - 1 }
