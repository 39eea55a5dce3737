package variants

import "github.com/aco-vk/aco-vk/pipeline"

// setting is a value of a specialization constant, in a module or, with module "", in any.
type setting struct {
	module, constant string
	value            uint32
}

// Cover chooses of passes so many that every value of each specialization constant is in one of them, and of every module the least
// and the greatest value of each of its own: for compilers that take seconds for some.
func Cover(passes []pipeline.Pass) (chosen []pipeline.Pass) {
	left := map[setting]bool{}
	least, greatest := extremes(passes)
	for _, p := range passes {
		for _, s := range settings(p) {
			in := setting{s.module, s.constant, 0}
			left[s] = s.module == "" || s.value == least[in] || s.value == greatest[in]
		}
	}
	for {
		best, most := 0, 0
		for i, p := range passes {
			if n := count(settings(p), left); n > most {
				best, most = i, n
			}
		}
		if most == 0 {
			return chosen
		}
		chosen = append(chosen, passes[best])
		for _, s := range settings(passes[best]) {
			left[s] = false
		}
	}
}

// extremes returns the least and the greatest value of each constant, by setting without a value.
func extremes(passes []pipeline.Pass) (least, greatest map[setting]uint32) {
	least, greatest = map[setting]uint32{}, map[setting]uint32{}
	for _, p := range passes {
		for _, s := range settings(p) {
			in := setting{s.module, s.constant, 0}
			if v, known := least[in]; !known || s.value < v {
				least[in] = s.value
			}
			greatest[in] = max(greatest[in], s.value)
		}
	}
	return least, greatest
}

// settings are those of a pass, in its module and in any.
func settings(p pipeline.Pass) (all []setting) {
	for _, c := range p.Shader.Constants {
		value := p.Constants[c.Name]
		all = append(all, setting{p.Shader.Name, c.Name, value}, setting{"", c.Name, value})
	}
	return all
}

func count(settings []setting, in map[setting]bool) (n int) {
	for _, s := range settings {
		if in[s] {
			n++
		}
	}
	return n
}
