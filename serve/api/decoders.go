package api

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

// decoders bound the inputs that are decoded at once, which take many times their size.
type decoders chan struct{}

// decoderTime is how long a request waits for a free decoder.
const decoderTime = 20 * time.Second

// acquire waits for a free decoder, which the caller releases.
func (d decoders) acquire(ctx context.Context) (release func(), err error) {
	late := time.NewTimer(decoderTime)
	defer late.Stop()
	select {
	case d <- struct{}{}:
		return func() { <-d }, nil
	case <-late.C:
		return nil, d.busy(decoderTime)
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func (d decoders) busy(waited time.Duration) error {
	return refuse(http.StatusServiceUnavailable, "busy",
		fmt.Sprintf("the server decodes %d other inputs, and none was done within %v; try again later", cap(d), waited))
}
