// Package bench measures on a device what the papers measured, and compares it with their published figures. [Tables] describes the
// measurements as data, [Run] does them, and a [Report] has the results for JSON.
//
// Each result is first compared with the sequential reference, then timed by the device's timestamps.
package bench
