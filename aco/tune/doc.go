// Package tune finds the fastest kernel configuration for a device by measuring, and stores it for
// later runs. A kernel configuration never changes a result, so a short search is enough. Options
// that change tours, such as the selection or the number of ants, are never tuned.
package tune
