package tsplib

import (
	"iter"
	"runtime"
)

// section reads a section of up to n cities, or of any number when n is 0, and returns how many it has. The name is that
// of the section in messages.
func (l *lines) section(name string, p lineParser, n int) (chunks []*chunk, count int, err error) {
	for c := range l.chunks(p) {
		count += len(c.cities)
		switch extra := count - n; {
		case n > 0 && extra > 0:
			return nil, 0, l.errorAt(c.line(len(c.cities)-extra), "%s has more than the %d cities of DIMENSION", name, n)
		case n > 0 && extra == 0 && c.err != nil && !c.terminated: // a malformed line after the last city
			return nil, 0, l.errorf("%s has more than the %d cities of DIMENSION", name, n)
		case c.err != nil:
			return nil, 0, l.errorf("%v", c.err)
		}
		chunks = append(chunks, c)
	}
	return chunks, count, nil
}

// pendingBlock is a block that a goroutine parses.
type pendingBlock struct {
	block []byte
	done  chan *chunk
}

// chunks parses the section that begins after the current line, and yields its chunks in the order of the file. All cores
// parse the blocks ahead. Afterwards the line behind the section is the current one, and next returns it.
func (l *lines) chunks(p lineParser) iter.Seq[*chunk] {
	return func(yield func(*chunk) bool) {
		var queue []pendingBlock
		for more := true; more; {
			if queue = l.parseAhead(p, queue); len(queue) == 0 {
				l.finish()
				return
			}
			c := <-queue[0].done
			c.linesBefore, l.number = l.number, l.number+c.lines
			if more = yield(c) && !c.ended; more {
				l.blocks.recycle(queue[0].block)
			}
			l.block, queue = c.rest, queue[1:]
		}
		l.requeue(queue)
		if l.next() {
			l.unread()
		}
	}
}

// parseAhead fills the queue, with enough blocks that no core waits for a slower one.
func (l *lines) parseAhead(p lineParser, queue []pendingBlock) []pendingBlock {
	for len(queue) < 2*runtime.GOMAXPROCS(0) {
		block := l.block
		if l.block = nil; len(block) == 0 {
			if block = l.fetch(); block == nil {
				break
			}
		}
		pending := pendingBlock{block, make(chan *chunk, 1)}
		go func() { pending.done <- parseChunk(p, block) }()
		queue = append(queue, pending)
	}
	return queue
}

// requeue puts the blocks of a queue back before the blocks not parsed yet: they are behind the section.
func (l *lines) requeue(queue []pendingBlock) {
	ahead := make([][]byte, 0, len(queue)+len(l.ahead))
	for _, pending := range queue {
		<-pending.done
		ahead = append(ahead, pending.block)
	}
	l.ahead = append(ahead, l.ahead...)
}
