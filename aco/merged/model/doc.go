// Package model has what merged ants work on, the same for the device and for the sequential reference: the instance with its cities
// renumbered along a space-filling curve, candidates, the settings of an iteration, random draws, and the words in which stages hand
// on what they found. docs/merged-ants.md tells the algorithm.
package model
