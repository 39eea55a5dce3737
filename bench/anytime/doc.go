// Package anytime measures how good a tour the program has after so many seconds, as a user would: each run is a process of its own,
// aco-vk solve with a time limit, and its clock runs from the start of the process to its end, with the tour written. [Tables] are
// data, [Run] fills them, and the [Report] is a value that JSON keeps, with what each run had found when.
package anytime
