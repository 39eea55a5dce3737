// Package classic implements the algorithms in which ants construct tours city by city: Ant
// System, MAX-MIN Ant System and Ant Colony System. It turns their parameters into a recipe, the
// stages of an iteration, for any device.
package classic
