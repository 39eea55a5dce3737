// Package export writes a stage that a device computes wrongly as programs that run without this
// one: a program in C, and scripts for Amber and VkRunner. [Stage.Write] writes all of them.
package export
