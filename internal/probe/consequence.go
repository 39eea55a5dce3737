package probe

import "strings"

// Breaks returns a sentence: what goes wrong on a device without the probe's feature.
func (p Probe) Breaks() string {
	if p.Feature == memoryModel && strings.HasPrefix(p.Name, "store buffering") {
		return "nothing: no shader relies on one order of all memory accesses"
	}
	for _, one := range consequences {
		for _, prefix := range one.features {
			if strings.HasPrefix(p.Feature, prefix) {
				return one.sentence
			}
		}
	}
	return ""
}

// consequences has what goes wrong without the features whose names begin with one of these. The
// first one that fits counts.
var consequences = []struct {
	features []string
	sentence string
}{
	{[]string{pushConstants}, "stages work on other ants, rows or iterations than the host asks for"},
	{[]string{specializationConstants}, "stages have other sizes of groups and tables than the host has planned"},
	{[]string{longLoops}, "nothing: dispatches have fewer turns on drivers that are known to end loops"},
	{[]string{loops}, "ants leave tours unfinished, and sums lack terms"},
	{[]string{betweenDispatches, betweenSubmissions}, "a stage reads data that the stage before it has not written yet"},
	{[]string{twoDimensions, largeDispatch}, "ants or rows of large instances are left out or computed twice"},
	{[]string{allShared}, "stages overwrite or lose flags and partial sums in shared memory"},
	{[]string{"shared memory", "memory barrier", "coherent buffer"},
		"invocations of a work-group read old sums, flags and choices of each other"},
	{[]string{"atomic"}, "deposits, claims of cities and best lengths are lost"},
	{[]string{"subgroup", reconvergence}, "ants choose other cities: their subgroups compute wrong sums, maxima and votes"},
	{[]string{"float", "integer to float", "signed integer to float"}, "lengths of edges are off by a unit or more"},
	{[]string{memoryModel}, "nothing: invocations of different work-groups exchange data between dispatches alone"},
	{[]string{progress}, "nothing: no work-group waits for another one"},
	{[]string{"64-bit integers", "16-bit integers"}, "nothing: 64-bit products and sums are made of 32-bit words"},
	{[]string{""}, "random numbers, weights, lengths and gains are wrong"}, // integer arithmetic
}
