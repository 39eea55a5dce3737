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

// glyph is a glyph of a text.
type glyph struct {
	index sfnt.GlyphIndex // 0: the font does not have the character
	x     int             // from the beginning of the text, in units of the font
}

// glyphs returns the glyphs of a text and its width, in units of the font. A character that the font
// does not have is as wide as the font is high, as those of East Asia are.
func (t *text) glyphs() (list []glyph, width int) {
	f, buffer := sans(), new(sfnt.Buffer)
	em := fixed.Int26_6(f.UnitsPerEm()) // at this size, lengths are in units of the font
	before := sfnt.GlyphIndex(0)
	for i, r := range []rune(t.text) {
		index, err := f.GlyphIndex(buffer, r)
		if err != nil {
			index = 0
		}
		if kern, err := f.Kern(buffer, before, index, em, font.HintingNone); i > 0 && err == nil {
			width += int(kern)
		}
		list = append(list, glyph{index, width})
		advance, err := f.GlyphAdvance(buffer, index, em, font.HintingNone)
		if err != nil || index == 0 {
			advance = em
		}
		width += int(advance)
		before = index
	}
	return list, width
}

// width returns the width of a text in pixels.
func (t *text) width() float64 {
	_, units := t.glyphs()
	return float64(units) * t.scale()
}

// scale returns the pixels of a unit of the font.
func (t *text) scale() float64 { return t.size / float64(sans().UnitsPerEm()) }

// outline returns the contours of a glyph in units of the font; y grows downwards.
func outline(index sfnt.GlyphIndex) (sfnt.Segments, error) {
	return sans().LoadGlyph(new(sfnt.Buffer), index, fixed.Int26_6(sans().UnitsPerEm()), nil)
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
