package matrix

var MemoryLack = &memoryLack
