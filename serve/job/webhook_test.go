package job

import "testing"

// The signature is the one that the specification of Standard Webhooks has as its example.
func TestSignIsStandard(t *testing.T) {
	w := Webhook{Secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}
	got := w.Sign("msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", []byte(`{"test": 2432232314}`))
	if want := "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="; got != want {
		t.Errorf("signature %s instead of %s", got, want)
	}
	if (Webhook{Secret: "a"}).Sign("1", "2", nil) == (Webhook{Secret: "b"}).Sign("1", "2", nil) {
		t.Error("the secret does not count")
	}
}
