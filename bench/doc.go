// Package bench measures what the papers measured, on the device at hand, and puts their own figures beside it: tables as
// data ([Tables]), the work that fills them ([Run]), and the rows as values that JSON keeps ([Report]).
//
// A result is first compared with the sequential reference, then timed, by the device's own timestamps.
package bench
