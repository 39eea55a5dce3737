package job

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"
)

// Webhook is an address that is told of the end of a job.
type Webhook struct {
	URL    string `json:"url"`
	Secret string `json:"secret"` // with which the message is signed
}

// Sign returns the signature of a message: the header webhook-signature of Standard Webhooks
// (https://www.standardwebhooks.com), with HMAC-SHA256. timestamp is in seconds since 1970.
func (w Webhook) Sign(id, timestamp string, body []byte) string {
	key := []byte(w.Secret)
	if encoded, isEncoded := strings.CutPrefix(w.Secret, "whsec_"); isEncoded {
		if decoded, err := base64.StdEncoding.DecodeString(encoded); err == nil {
			key = decoded
		}
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}
