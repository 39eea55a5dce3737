// Package parse reads the numbers of text files, and quotes their text in messages.
package parse
