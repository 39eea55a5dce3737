package memory

import "os"

// Available returns the bytes that programs can still allocate, 0 if that is not known.
func Available() uint64 { return available(os.DirFS("/")) }
