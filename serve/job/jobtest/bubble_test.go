package jobtest

import (
	"testing"
	"time"
)

// resetPendingAcksOnReconnect waits as the function of this name of NATS's client does.
func resetPendingAcksOnReconnect() {
	var closed chan int
	<-closed
}

// The end of a bubble forgives what NATS's client leaves.
func TestClientKeepsGoroutine(t *testing.T) {
	Bubble(t, func(*testing.T) {
		go resetPendingAcksOnReconnect()
		time.Sleep(time.Hour)
	})
}
