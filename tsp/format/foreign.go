package format

import (
	"bytes"
	"regexp"
)

// foreignFile is a kind of file that is not read, by its first bytes.
type foreignFile struct {
	begin  string
	advice string // what it is, and what to do
}

// foreignFiles lists the kinds of files that people take for tables of places.
var foreignFiles = []foreignFile{
	{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
		"an Excel workbook of the old format (.xls), or one with a password: save it as .xlsx, without a password"},
	{"%PDF-", "a PDF document: copy its table into a spreadsheet and save that as .xlsx or .csv"},
	{"{\\rtf", "a text document (RTF): save its table as .csv"},
	{"\x89PNG", "an image (PNG): places are read from tables and maps, not from images"},
	{"\xff\xd8\xff", "an image (JPEG): places are read from tables and maps, not from images"},
	{"GIF8", "an image (GIF): places are read from tables and maps, not from images"},
	{"II*\x00", "an image (TIFF): places are read from tables and maps, not from images"},
	{"MM\x00*", "an image (TIFF): places are read from tables and maps, not from images"},
	{"RIFF", "an image or a recording (RIFF): places are read from tables and maps, not from images"},
	{"BZh", "a file compressed by bzip2: unpack it, or compress it by gzip"},
	{"\xfd7zXZ\x00", "a file compressed by xz: unpack it, or compress it by gzip"},
	{"\x28\xb5\x2f\xfd", "a file compressed by zstd: unpack it, or compress it by gzip"},
	{"7z\xbc\xaf\x27\x1c", "a 7z archive: unpack it and give the file in it"},
	{"Rar!\x1a", "a RAR archive: unpack it and give the file in it"},
	{"SQLite format 3\x00", "a database (SQLite, GeoPackage): export the table of places as .csv or GeoJSON"},
	{"PAR1", "a Parquet file: export the table of places as .csv"},
	{"\x00\x00\x27\x0a", "a shapefile: convert it to GeoJSON"},
}

// webPage matches the beginning of a web page.
var webPage = regexp.MustCompile(`(?i)^\s*(<\?xml[^>]*>\s*)?(<!--[^>]*-->\s*)?<(!doctype\s+html|html|head|body|table)[\s>]`)

// foreign says what a file is that is not read, and what to do; "" for all others.
func foreign(begin []byte) string {
	for _, f := range foreignFiles {
		if bytes.HasPrefix(begin, []byte(f.begin)) {
			return f.advice
		}
	}
	switch {
	case webPage.Match(bytes.TrimPrefix(begin, []byte("\ufeff"))):
		return "a web page (HTML): save the table or the map as .csv, .xlsx, GeoJSON, GPX or KML, not as a page"
	case isZip(begin):
		return ""
	case bytes.IndexByte(begin, 0) >= 0:
		return "no text: it has bytes that are 0; give a table, a map or a TSPLIB file"
	}
	return ""
}

// isZip reports whether data begin like a zip archive, as workbooks and KMZ files do.
func isZip(begin []byte) bool { return bytes.HasPrefix(begin, []byte("PK\x03\x04")) }
