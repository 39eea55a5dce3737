// Package glsl has the constants of the shaders' headers and the layouts of their structures.
// Tool shadergen reads them from the GLSL, so that host and shaders have one source.
//
// A constant NAME of a header is Name, after the header's prefix (tools/shadergen/constants.go).
// A structure's member is the number of its first 32-bit word, and Words is the size of the
// structure in words.
package glsl

// PutUint64 writes a number as two words, the low one first: a uvec2 of GLSL.
func PutUint64(words []uint32, value uint64) { words[0], words[1] = uint32(value), uint32(value>>32) }

// Uint64 reads what PutUint64 wrote.
func Uint64(words []uint32) uint64 { return uint64(words[0]) | uint64(words[1])<<32 }
