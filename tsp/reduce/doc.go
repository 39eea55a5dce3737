// Package reduce replaces an instance by another one whose tours stand for the tours or paths of
// the original.
//
//   - [Coincident]: fewer cities, without most of those at the place of another one
//   - [ClosePath]: closed tours for open paths
//   - [Contract]: fewer cities, without the inner ones of paths of fixed edges
//   - [NodePairs]: a symmetric instance of twice as many cities for an asymmetric matrix
//
// Each has functions for the way there and back. They compose in this order. Before them, [Legs] can
// add prices to distances.
package reduce
