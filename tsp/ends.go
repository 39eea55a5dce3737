package tsp

// FreeEnd stands for any city as an end of an open path.
const FreeEnd = -1

// Ends are the first and the last city of an open path, counted from 0. Each may be [FreeEnd].
type Ends [2]int32
