// Package globe computes distances on a sphere: along great circles in whole numbers, as devices
// do ([Grid]), and by TSPLIB's formula for GEO.
package globe
