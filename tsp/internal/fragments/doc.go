// Package fragments joins cities to paths, edge by edge, as greedy tours and fixed edges do.
package fragments
