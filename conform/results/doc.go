// Package results makes lists of results of a conformance test, one line for each case, with the
// words and the rules of deqp-runner, which Mesa's CI uses.
//
// [Of] returns the results of a report, [Expectations] compares them with a baseline of expected
// failures and with known flakes. They are written as CSV, JUnit XML and TAP.
package results
