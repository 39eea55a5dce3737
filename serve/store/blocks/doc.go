// Package blocks reads the files of JetStream's streams without a server, finds what is damaged in
// them, and takes it out.
//
// A stream is a folder with blocks of records, such as msgs/1.blk. Each record has a length, a
// sequence number, a time, a subject, data and a checksum. A server that reads a damaged record
// drops the rest of its block without a word, or waits at it for ever. Repair takes the damaged
// records alone out of a block, so that the server reads all others. The format is that of the
// version of the server in go.mod; the tests of package store read what that server has written.
package blocks
