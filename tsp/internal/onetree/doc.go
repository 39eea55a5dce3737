// Package onetree has minimum 1-trees of graphs whose cities have weights, and the subgradient
// ascent that makes the trees heavier. A 1-tree is a spanning tree and one more edge. Less twice
// the weights of all cities, it is a lower bound of the length of every tour (Held and Karp, "The
// Traveling-Salesman Problem and Minimum Spanning Trees", Operations Research 18, 1970).
package onetree
