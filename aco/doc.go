// Package aco finds short tours for the travelling salesman problem.
package aco
