package draw

import (
	"io"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"codeberg.org/go-pdf/fpdf"
)

// pdfFont is the name of the font of texts in a page.
const pdfFont = "Liberation"

// writePDF writes the scene as a page of PDF, with a point for each pixel. The page has the glyphs
// of its texts.
func (s *scene) writePDF(w io.Writer) error {
	page := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: s.width, Ht: s.height}})
	page.AddUTF8FontFromBytes(pdfFont, "", liberationsansregular.TTF)
	page.AddPage()
	at := func(p point) (x, y float64) { return float64(s.origin.x + p.x), float64(s.origin.y + p.y) }
	for _, l := range s.layers {
		r, g, b := int(l.color.R), int(l.color.G), int(l.color.B)
		page.SetDrawColor(r, g, b)
		page.SetFillColor(r, g, b)
		page.SetTextColor(r, g, b)
		page.SetLineWidth(l.width)
		if l.opacity > 0 {
			page.SetAlpha(l.opacity, "Normal")
		}
		for _, line := range l.lines {
			drawPath(page, line, at)
			page.DrawPath("D")
		}
		for _, dot := range l.dots {
			x, y := at(dot)
			page.Circle(x, y, l.width/2, "F")
		}
		for _, shape := range l.shapes {
			drawPath(page, shape, at)
			page.ClosePath()
		}
		if len(l.shapes) > 0 {
			page.DrawPath("F")
		}
		for _, t := range l.texts {
			page.SetFont(pdfFont, "", t.size)
			x, y := at(point{t.at.x - float64(t.anchor*t.width()), t.at.y})
			page.Text(x, y, withGlyphs(t.text))
		}
		if l.opacity > 0 {
			page.SetAlpha(1, "Normal")
		}
	}
	return page.Output(w)
}

// drawPath begins a path through points.
func drawPath(page *fpdf.Fpdf, points []point, at func(point) (x, y float64)) {
	for i, p := range points {
		x, y := at(p)
		if i == 0 {
			page.MoveTo(x, y)
		} else {
			page.LineTo(x, y)
		}
	}
}
