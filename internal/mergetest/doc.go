// Package mergetest generates random changes that conflict with each other, for tests of the stages that merge changes.
package mergetest
