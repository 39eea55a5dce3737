// Command libaco_vk is the C library libaco_vk, which build makes. Its interface is the header aco_vk.h.
//
// The functions of the header are in api.c, which checks what only C can check. They call the functions of
// export.go, which turn the structs of C into Go values. All else is without cgo: the problem, the options and
// the errors of a run in this package, and the run itself in aco.Solver.
package main

func main() {}
