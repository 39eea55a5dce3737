// Package checkpoint keeps all of a run in a file, so that the run can go on from there after whatever ended it. It says how such a file is
// written and read; what is in it is the business of whoever runs.
//
// A file is, with integers that have their low bytes first:
//
//	the mark "aco-vk checkpoint\n"
//	the format's version, 32 bits
//	the bytes of the header, 32 bits
//	the bytes of the whole file, 64 bits
//	the header, in JSON, with the names and sizes of the sections
//	the sections, words of 32 bits, one after the other
//	the SHA-256 of all that
//
// A file is replaced in one step, by one that is on the disk already: there is always a whole one, whenever the machine stops.
package checkpoint
