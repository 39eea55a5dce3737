// Package mergetest makes changes that are meant to get into each other's way, for the tests of the stages that merge them.
package mergetest
