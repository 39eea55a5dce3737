package draw

import (
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// sans returns Liberation Sans, whose widths Arial and Helvetica share. It is in the program, so it
// can be read.
var sans = sync.OnceValue(func() *sfnt.Font {
	f, _ := sfnt.Parse(liberationsansregular.TTF)
	return f
})

// width returns the width of a text in pixels.
func (t *text) width() float64 {
	f, buffer := sans(), new(sfnt.Buffer)
	em := fixed.Int26_6(f.UnitsPerEm()) // at this size, lengths are in units of the font
	units, before := 0, sfnt.GlyphIndex(0)
	for i, r := range []rune(t.text) {
		glyph, err := f.GlyphIndex(buffer, r)
		if err != nil {
			glyph = 0
		}
		if kern, err := f.Kern(buffer, before, glyph, em, font.HintingNone); i > 0 && err == nil {
			units += int(kern)
		}
		if advance, err := f.GlyphAdvance(buffer, glyph, em, font.HintingNone); err == nil {
			units += int(advance)
		}
		before = glyph
	}
	return float64(units) * (t.size / float64(em))
}

// withGlyphs replaces the characters that the font does not have by question marks.
func withGlyphs(text string) string {
	buffer, runes := new(sfnt.Buffer), []rune(text)
	for i, r := range runes {
		if glyph, err := sans().GlyphIndex(buffer, r); err != nil || glyph == 0 {
			runes[i] = '?'
		}
	}
	return string(runes)
}
