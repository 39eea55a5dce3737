package client

import (
	"crypto/hmac"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/aco-vk/aco-vk/serve/job"
)

// ErrSignature is the error of a message that the owner of the secret has not signed, or long ago.
var ErrSignature = errors.New("the message has no signature of the last five minutes with this secret")

// signatureTime is how old a message may be, and how far clocks may differ.
const signatureTime = 5 * time.Minute

// ReadWebhook returns the job in a message to a webhook, after it has checked its signature. A
// message may come twice, with the same job.
func ReadWebhook(secret string, header http.Header, body []byte) (j Job, err error) {
	timestamp := header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if age := time.Since(time.Unix(seconds, 0)); err != nil || age.Abs() > signatureTime {
		return j, ErrSignature
	}
	want := job.Webhook{Secret: secret}.Sign(header.Get("webhook-id"), timestamp, body)
	for signature := range strings.FieldsSeq(header.Get("webhook-signature")) {
		if hmac.Equal([]byte(signature), []byte(want)) {
			var message struct{ Data Job }
			if err := json.Unmarshal(body, &message); err != nil {
				return j, fmt.Errorf("read webhook: %w", err)
			}
			return message.Data, nil
		}
	}
	return j, ErrSignature
}
