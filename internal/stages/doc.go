// Package stages has what the recipes of all algorithms share: constants of shaders, uploads of matrices, and the comparison of a device
// with the reference.
package stages
