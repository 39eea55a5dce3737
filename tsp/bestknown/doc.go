// Package bestknown has the lengths of the best known tours of published instances.
package bestknown
