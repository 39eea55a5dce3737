// Package figure draws charts as SVG and PDF, wide ones for the pages of the documentation and narrow
// ones for the columns of papers.
package figure
