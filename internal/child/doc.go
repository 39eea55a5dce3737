// Package child runs a child process and watches it: for silence, for the memory that it takes, and for how it ends.
//
// It is for work that can end the process that does it, such as calls of a driver that may crash or hang. Requests and answers are lines on
// the child's standard input and output. What it writes to standard error explains how it ended.
package child
