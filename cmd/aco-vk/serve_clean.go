package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/aco-vk/aco-vk/serve/store"
)

// cleanEvery is the time between two removals of what is no longer needed. Each reads all jobs.
const cleanEvery = 10 * time.Minute

// keepClean removes what the store no longer needs, until the context ends.
func keepClean(ctx context.Context, jobs *store.Store, messages io.Writer) {
	ticker := time.NewTicker(cleanEvery)
	defer ticker.Stop()
	for {
		if err := jobs.Clean(ctx); err != nil && ctx.Err() == nil {
			fmt.Fprintf(messages, "aco-vk: %v; it is tried again in %v\n", err, cleanEvery)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}
