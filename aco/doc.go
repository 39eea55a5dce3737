// Package aco runs ant colonies: it turns an algorithm's parameters into a recipe, runs the recipe on a device, on
// several, or on the sequential reference, lets colonies exchange tours, keeps the stop rules and checks what comes out.
package aco
