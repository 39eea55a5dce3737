package parallel

// Pairs has keys, each with a value.
type Pairs struct {
	Keys   []uint64
	Values []uint32
}

func NewPairs(n int) Pairs { return Pairs{make([]uint64, n), make([]uint32, n)} }

// Append adds a pair.
func (p *Pairs) Append(key uint64, value uint32) {
	p.Keys, p.Values = append(p.Keys, key), append(p.Values, value)
}

// AppendAll adds all pairs of another list.
func (p *Pairs) AppendAll(other Pairs) {
	p.Keys, p.Values = append(p.Keys, other.Keys...), append(p.Values, other.Values...)
}

// Truncate keeps the first n pairs, and the memory of all.
func (p *Pairs) Truncate(n int) { p.Keys, p.Values = p.Keys[:n], p.Values[:n] }

// Part returns the pairs from..to-1. They share the memory of p.
func (p Pairs) Part(from, to int) Pairs { return Pairs{p.Keys[from:to:to], p.Values[from:to:to]} }

// Join returns the pairs of all parts, one part after the other.
func Join(parts []Pairs) Pairs {
	first := make([]int, len(parts)+1)
	for i, part := range parts {
		first[i+1] = first[i] + len(part.Keys)
	}
	all := NewPairs(first[len(parts)])
	Parts(len(parts), len(parts), func(part, _, _ int) {
		copy(all.Keys[first[part]:], parts[part].Keys)
		copy(all.Values[first[part]:], parts[part].Values)
	})
	return all
}
