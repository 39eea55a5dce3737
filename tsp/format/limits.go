package format

import (
	"cmp"
	"context"
	"io"

	"github.com/aco-vk/aco-vk/tsp"
)

// Limits bound what a reader takes of an input, so that a small file cannot take much memory. The
// error of an input beyond them is a [*tsp.LimitError]. A field that is zero has its default.
type Limits struct {
	Bytes     int64 // of text, after decompression; default 2 GiB
	Places    int   // default 20,000,000
	Columns   int   // of a table that is no matrix; default 1000
	Cells     int   // of a table: places times columns; default 400,000,000
	Distances int64 // of a matrix: places × places; default 46,340², that of the largest matrix
	Depth     int   // of nested JSON or XML; default 100
}

// withDefaults returns the limits with all fields set.
func (l Limits) withDefaults() Limits {
	return Limits{
		Bytes: cmp.Or(l.Bytes, 2<<30), Places: cmp.Or(l.Places, 20_000_000), Columns: cmp.Or(l.Columns, 1000),
		Cells: cmp.Or(l.Cells, 400_000_000), Distances: cmp.Or(l.Distances, 46_340*46_340),
		Depth: cmp.Or(l.Depth, 100),
	}
}

// overLimit returns the error of an input beyond a limit. The reason says which limit, and where.
func overLimit(reason error) error { return &tsp.LimitError{Err: reason} }

// ended returns the cause if a context has ended. Loops call it with their index: it looks at the context
// from time to time.
func ended(ctx context.Context, index int) error {
	const batch = 1 << 12
	if index%batch == 0 && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

func (s *source) ended(index int) error { return ended(s.ctx, index) }

// boundedReader ends with an error when its context ends, or after limit bytes.
type boundedReader struct {
	ctx   context.Context
	r     io.Reader
	name  string
	limit int64 // bytes
	read  int64
}

func (b *boundedReader) Read(p []byte) (int, error) {
	if err := b.ctx.Err(); err != nil {
		return 0, context.Cause(b.ctx)
	}
	n, err := b.r.Read(p)
	if b.read += int64(n); b.read > b.limit {
		const reason = "the text is longer than the limit of bytes; give a smaller file"
		return n, overLimit(&tsp.Error{Subject: b.name, Reason: reason})
	}
	return n, err
}
