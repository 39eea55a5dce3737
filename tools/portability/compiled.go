package main

// compiled is the result of compiling a pipeline.
type compiled struct {
	Module   string
	Pipeline string // variants.Name
	Failure  string
	Figures
}

// modules returns the modules of pipelines that are sorted by module, each with its worst figures.
// Failed pipelines count but have none.
func modules(all []compiled) (modules []Module) {
	for _, c := range all {
		last := len(modules) - 1
		if last < 0 || modules[last].Module != c.Module {
			modules = append(modules, Module{Module: c.Module})
			last++
		}
		m := &modules[last]
		m.Pipelines++
		switch {
		case c.Failure != "":
		case m.Figures == (Figures{}):
			m.Figures = c.Figures
		default:
			m.Figures = m.worse(c.Figures)
		}
	}
	return modules
}
