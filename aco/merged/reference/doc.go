// Package reference is merged ants in plain sequential Go: what each stage of shaders/merged_*.comp does, integer for integer.
package reference
