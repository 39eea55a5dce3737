// Package anytime measures how good a tour is after a time limit. Each run is a process of its own, so the time covers everything that a user
// waits for.
package anytime
